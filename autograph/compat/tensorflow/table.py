"""Where TensorFlow's names are in this project.

For each namespace, `module: names`; a module that starts with a dot is one of this package. A name `public=attribute`
is called otherwise there; `public=.` is the module itself; `*` stands for all that a module exports. A module that does
not exist (yet) makes its names absent.
"""

FALLBACKS: dict[str, str] = {
    "compat.v1": "",
    "compat.v2": "",
    "compat.v1.data": "data",
    "compat.v1.debugging": "debugging",
    "compat.v1.errors": "errors",
    "compat.v1.initializers": "",
    "compat.v1.io": "io",
    "compat.v1.math": "math",
    "compat.v1.nn": "nn",
    "compat.v1.random": "random",
    "compat.v1.strings": "strings",
    "compat.v1.train": "train",
    "compat.v1.feature_column": "feature_column",
    "compat.v1.ragged": "ragged",
    "compat.v1.saved_model": "saved_model",
    "compat.v1.sparse": "sparse",
    "compat.v1.summary": "summary",
}
"""Where a namespace looks for what it does not say itself."""

NAMES: dict[str, str] = {
    "": """
        runtime: Assert DType GradientTape Module Operation Tensor TensorArray TensorShape TensorSpec
            UnconnectedGradients Variable abs acos acosh add add_n argmax argmin argsort as_dtype as_string asin
            asinh assert_equal assert_greater assert_less assert_rank atan atan2 atanh batch_to_space bfloat16
            bitcast bool boolean_mask broadcast_dynamic_shape broadcast_static_shape broadcast_to case cast
            clip_by_global_norm clip_by_norm clip_by_value complex complex128 complex64 concat cond constant
            control_dependencies convert_to_tensor cos cosh cumsum custom_gradient device divide double
            dynamic_partition dynamic_stitch einsum ensure_shape equal exp expand_dims eye fill float16 float32
            float64 floor foldl foldr gather gather_nd get_static_value gradients greater greater_equal group half
            identity identity_n init_scope int16 int32 int64 int8 is_symbolic_tensor=is_symbolic is_tensor less
            less_equal linspace logical_and logical_not logical_or map_fn matmul maximum meshgrid minimum multiply
            name_scope negative no_op norm not_equal numpy_function one_hot ones ones_like pad pow print py_function
            qint16 qint32 qint8 quint16 quint8 range rank realdiv recompute_grad reduce_all reduce_any
            reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum repeat
            required_space_to_batch_paddings reshape resource reverse reverse_sequence roll round saturate_cast
            scalar_mul scan scatter_nd searchsorted sequence_mask shape shape_n sigmoid sign sin sinh size slice
            sort space_to_batch space_to_batch_nd split sqrt square squeeze stack stop_gradient strided_slice string
            subtract switch_case tan tanh tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min
            tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile timestamp transpose truediv truncatediv
            truncatemod tuple uint16 uint32 uint64 uint8 unique unique_with_counts unravel_index unstack variant
            vectorized_map where while_loop zeros zeros_like
        runtime.initializers: constant_initializer ones_initializer random_normal_initializer
            random_uniform_initializer zeros_initializer
        runtime.ragged: RaggedTensor RaggedTensorSpec
        runtime.sparse: SparseTensor SparseTensorSpec
        runtime.indexed_slices: IndexedSlices
        .graphs: Graph
        .compiling: function
        .version1: executing_eagerly inside_function
        .constants: AggregationMethod VariableAggregation VariableSynchronization __version__ get_current_name_scope
            get_logger newaxis
        .raw: raw_ops=.
        autograph.keras: keras=.
        autograph.keras.optimizers: optimizers=.
        autograph.keras.losses: losses=.
        autograph.keras.metrics: metrics=.
        autograph.keras.initializers: initializers=.
    """,
    "autodiff": """
        runtime: GradientTape
    """,
    "autograph": """
        .compiling: set_verbosity to_code to_graph trace
    """,
    "autograph.experimental": """
        .compiling: Feature set_loop_options
        autograph: do_not_convert
    """,
    "bitwise": """
        runtime.bitwise: *
    """,
    "compat": """
        .text: as_bytes as_str as_str_any as_text bytes_or_text_types complex_types dimension_at_index
            dimension_value forward_compatibility_horizon forward_compatible integral_types path_to_str real_types
    """,
    "config": """
        .configuration: LogicalDevice LogicalDeviceConfiguration PhysicalDevice
            experimental_connect_to_cluster=config_experimental_connect_to_cluster
            experimental_connect_to_host=config_experimental_connect_to_host
            experimental_functions_run_eagerly=functions_run_eagerly
            experimental_run_functions_eagerly=run_functions_eagerly functions_run_eagerly
            get_logical_device_configuration=config_get_logical_device_configuration
            get_soft_device_placement=config_get_soft_device_placement get_visible_devices list_logical_devices
            list_physical_devices run_functions_eagerly
            set_logical_device_configuration=config_set_logical_device_configuration
            set_soft_device_placement=config_set_soft_device_placement
            set_visible_devices=config_set_visible_devices
    """,
    "config.experimental": """
        .configuration: VirtualDeviceConfiguration=LogicalDeviceConfiguration
            disable_mlir_bridge=config_experimental_disable_mlir_bridge
            enable_mlir_bridge=config_experimental_enable_mlir_bridge
            enable_op_determinism=config_experimental_enable_op_determinism
            enable_tensor_float_32_execution=config_experimental_enable_tensor_float_32_execution
            get_device_details=config_experimental_get_device_details
            get_memory_growth=config_experimental_get_memory_growth
            get_synchronous_execution=config_experimental_get_synchronous_execution
            get_virtual_device_configuration=config_experimental_get_virtual_device_configuration
            get_visible_devices list_logical_devices list_physical_devices
            set_device_policy=config_experimental_set_device_policy
            set_memory_growth=config_experimental_set_memory_growth
            set_synchronous_execution=config_experimental_set_synchronous_execution
            set_virtual_device_configuration=config_experimental_set_virtual_device_configuration
            set_visible_devices=config_set_visible_devices
            tensor_float_32_execution_enabled=config_experimental_tensor_float_32_execution_enabled
    """,
    "config.optimizer": """
        .configuration: get_experimental_options=config_optimizer_get_experimental_options
            get_jit=config_optimizer_get_jit set_experimental_options=config_optimizer_set_experimental_options
            set_jit=config_optimizer_set_jit
    """,
    "config.threading": """
        .configuration: get_inter_op_parallelism_threads=config_threading_get_inter_op_parallelism_threads
            get_intra_op_parallelism_threads=config_threading_get_intra_op_parallelism_threads
            set_inter_op_parallelism_threads=config_threading_set_inter_op_parallelism_threads
            set_intra_op_parallelism_threads=config_threading_set_intra_op_parallelism_threads
    """,
    "data": """
        .datasets: *
        runtime.data.iterator: NumpyIterator=Iterator
    """,
    "data.experimental": """
        runtime.data.experimental: *
    """,
    "compat.v1.data": """
        .version1_data: *
    """,
    "debugging": """
        runtime.debugging: *
        .configuration: disable_traceback_filtering=debugging_disable_traceback_filtering
            enable_traceback_filtering=debugging_enable_traceback_filtering
            get_log_device_placement=debugging_get_log_device_placement
            is_traceback_filtering_enabled=debugging_is_traceback_filtering_enabled
            set_log_device_placement=debugging_set_log_device_placement
    """,
    "distribute": """
        .distribution: *
    """,
    "distribute.cluster_resolver": """
        .distribution: TPUClusterResolver
    """,
    "distribute.experimental": """
        .distribution: MultiWorkerMirroredStrategy TPUStrategy
    """,
    "dtypes": """
        runtime: DType as_dtype bfloat16 bool cast complex complex128 complex64 double float16 float32 float64 half
            int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource saturate_cast string uint16 uint32
            uint64 uint8 variant
    """,
    "errors": """
        runtime.errors: *
        .error_codes: *
    """,
    "feature_column": """
        .feature_columns: *
    """,
    "compat.v1.feature_column": """
        .feature_columns: input_layer
    """,
    "image": """
        runtime.image: *
    """,
    "io": """
        runtime.image: decode_bmp decode_gif decode_image decode_jpeg decode_png encode_jpeg encode_png
            extract_jpeg_shape
        runtime.ops.files: decode_base64 decode_compressed decode_csv decode_raw encode_base64 matching_files
            parse_tensor read_file serialize_tensor write_file
        runtime.examples: *
        .records: TFRecordOptions TFRecordWriter
    """,
    "io.gfile": """
        .files: *
    """,
    "linalg": """
        runtime.linalg: *
    """,
    "lookup": """
        runtime.lookup: KeyValueTensorInitializer StaticHashTable StaticVocabularyTable TextFileIndex
            TextFileInitializer
    """,
    "lookup.experimental": """
        runtime.lookup: DenseHashTable=MutableHashTable MutableHashTable
    """,
    "math": """
        runtime.math: *
        runtime: argsort
    """,
    "nest": """
        .nests: assert_same_structure flatten map_structure pack_sequence_as
        runtime.nest: is_nested
    """,
    "nn": """
        runtime.nn: *
        runtime: batch_to_space space_to_batch
    """,
    "profiler.experimental": """
        .profiling: *
    """,
    "ragged": """
        runtime.ragged: *
    """,
    "random": """
        runtime.ops.random_rejection: gamma=random_gamma poisson=random_poisson
            stateless_gamma=stateless_random_gamma stateless_poisson=stateless_random_poisson
        runtime.random: *
        .constants: Algorithm
    """,
    "random.experimental": """
        runtime.random: Generator create_rng_state get_global_generator set_global_generator
            stateless_fold_in=fold_in stateless_split=split
        .constants: Algorithm
    """,
    "signal": """
        runtime.signal: *
    """,
    "sparse": """
        runtime.sparse: *
    """,
    "strings": """
        runtime.ops.hashing: to_hash_bucket_fast=string_to_hash_bucket_fast
        runtime.strings: *
    """,
    "sysconfig": """
        .constants: get_build_info
    """,
    "test": """
        .testing: TestCase main
        .version1: is_built_with_cuda=never is_built_with_gpu_support=never is_built_with_rocm=never
            is_built_with_xla=never is_gpu_available=never
        .constants: gpu_device_name
    """,
    "tpu.experimental": """
        .distribution: initialize_tpu_system
    """,
    "train": """
        .protos: *
        .saving: CheckpointOptions
        .waiting: checkpoints_iterator
        runtime.train: Checkpoint CheckpointManager get_checkpoint_state latest_checkpoint list_variables
            load_checkpoint load_variable
    """,
    "types.experimental": """
        runtime: ConcreteFunction GenericFunction=Function PolymorphicFunction=Function
    """,
    "version": """
        .constants: COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER
            GRAPH_DEF_VERSION_MIN_PRODUCER VERSION
    """,
    "xla.experimental": """
        .constants: compile=called
        .version1: jit_scope=unchanged
    """,
    "compat.v1": """
        runtime: AUTO_REUSE GraphKeys InteractiveSession OpError RunMetadata RunOptions Session VariableScope
            accumulate_n add_to_collection add_to_collections all_variables=global_variables angle assert_integer
            assert_rank_at_least assert_rank_in assert_scalar assert_type assign assign_add assign_sub betainc
            bincount ceil check_numerics cholesky cholesky_solve confusion_matrix conj cross cumprod depth_to_space
            digamma div_no_nan erf erfc expm1 floor_div=floordiv floordiv floormod get_collection get_collection_ref
            get_default_graph get_default_session get_seed=random_seed get_variable_scope global_norm
            global_variables global_variables_initializer igamma igammac imag import_graph_def
            initialize_all_variables=global_variables_initializer
            initialize_local_variables=local_variables_initializer initialize_variables=variables_initializer
            invert_permutation is_finite is_inf is_nan is_numeric_tensor is_variable_initialized lbeta lgamma
            lin_space=linspace local_variables local_variables_initializer log log1p log_sigmoid logical_xor
            matrix_transpose mod multinomial placeholder placeholder_with_default polygamma py_func qr random_normal
            random_shuffle random_uniform real reciprocal reduce_join regex_replace reset_default_graph
            reverse_v2=reverse rint rsqrt segment_max segment_mean segment_min segment_prod segment_sum
            set_random_seed setdiff1d space_to_depth sparse_segment_mean sparse_segment_sum squared_difference
            string_join string_strip string_to_number substr svd tensor_scatter_add=tensor_scatter_nd_add
            tensor_scatter_sub=tensor_scatter_nd_sub tensor_scatter_update=tensor_scatter_nd_update to_double
            to_float to_int32 to_int64 trace trainable_variables truncated_normal unsorted_segment_max
            unsorted_segment_mean unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n
            unsorted_segment_sum variable_scope variables_initializer where_v2 zeta
        runtime.linalg: diag=tensor_diag diag_part=tensor_diag_part matrix_band_part=band_part
            matrix_determinant=det matrix_diag=diag matrix_diag_part=diag_part matrix_inverse=inv
            matrix_set_diag=set_diag matrix_solve=solve matrix_solve_ls=lstsq
            matrix_triangular_solve=triangular_solve self_adjoint_eig=eigh self_adjoint_eigvals=eigvalsh
        runtime.debugging: verify_tensor_all_finite=assert_all_finite
        runtime.indexed_slices: IndexedSlicesValue
        runtime.sparse: SparseTensorValue
        runtime.registry: NoGradient=not_differentiable NotDifferentiable=not_differentiable
        runtime.initializers: glorot_normal_initializer glorot_uniform_initializer orthogonal_initializer
            variance_scaling_initializer
        .initializers1: random_normal_initializer random_uniform_initializer truncated_normal_initializer
        .scatters1: *
        .renaming: arg_max=argmax arg_min=argmin argmax argmin cond count_nonzero expand_dims get_variable norm
            ones_like reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod
            reduce_sum reverse_sequence shape size split squeeze zeros_like
        .text: dimension_at_index dimension_value
        .version1: ConfigProto=Settings GPUOptions=Settings GraphOptions=Settings OptimizerOptions=Settings Print
            assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near
            assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive
            colocate_with=unchanged container=unchanged control_flow_v2_enabled=always
            disable_control_flow_v2=nothing disable_eager_execution disable_resource_variables=nothing
            disable_tensor_equality=nothing disable_v2_behavior=disable_eager_execution
            disable_v2_tensorshape=nothing div enable_control_flow_v2=nothing enable_eager_execution
            enable_resource_variables=nothing enable_tensor_equality=nothing
            enable_v2_behavior=enable_eager_execution enable_v2_tensorshape=nothing executing_eagerly
            executing_eagerly_outside_functions get_local_variable initialize_all_tables=tables_initializer
            make_template report_uninitialized_variables sparse_placeholder resource_variables_enabled=always
            string_split tables_initializer where
        .protos: AttrValue Event GraphDef HistogramProto NodeDef SessionLog Summary SummaryMetadata TensorProto
    """,
    "summary": """
        runtime.summary: *
    """,
    "summary.experimental": """
        runtime.summary.experimental: *
    """,
    "compat.v1.summary": """
        runtime.summary.version1: FileWriter FileWriterCache histogram image merge merge_all scalar tensor_summary
            text
        .protos: Event SessionLog Summary TaggedRunMetadata
    """,
    "compat.v1.python_io": """
        .records: TFRecordOptions TFRecordWriter
    """,
    "compat.v1.train": """
        runtime.summary.version1: summary_iterator
        .version1: create_global_step get_global_step get_or_create_global_step global_step
        runtime.train: AdadeltaOptimizer AdagradDAOptimizer AdagradOptimizer AdamOptimizer FtrlOptimizer
            GradientDescentOptimizer MomentumOptimizer Optimizer ProximalAdagradOptimizer
            ProximalGradientDescentOptimizer RMSPropOptimizer Saver cosine_decay export_meta_graph exponential_decay
            import_meta_graph inverse_time_decay natural_exp_decay piecewise_constant
            piecewise_constant_decay=piecewise_constant polynomial_decay update_checkpoint_state write_graph
    """,
    "compat.v1.nn": """
        .renaming: avg_pool=nn__avg_pool conv2d=nn__conv2d embedding_lookup=nn__embedding_lookup
            l2_normalize=nn__l2_normalize log_softmax=nn__log_softmax max_pool=nn__max_pool moments=nn__moments
            sigmoid_cross_entropy_with_logits=nn__sigmoid_cross_entropy_with_logits softmax=nn__softmax
            softmax_cross_entropy_with_logits=nn__softmax_cross_entropy_with_logits
            softmax_cross_entropy_with_logits_v2=nn__softmax_cross_entropy_with_logits
            sparse_softmax_cross_entropy_with_logits=nn__sparse_softmax_cross_entropy_with_logits
        .version1: dropout
    """,
    "saved_model": """
        runtime.saved_model: *
        .saving: LoadOptions SaveOptions load save
    """,
    "compat.v1.losses": "",
    "compat.v1.metrics": "",
    "compat.v1.graph_util": """
        runtime.graph_util: *
    """,
    "compat.v1.ragged": """
        runtime.ragged.value: RaggedTensorValue
    """,
    "compat.v1.math": """
        .renaming: argmax argmin count_nonzero reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean
            reduce_min reduce_prod reduce_sum
    """,
    "compat.v1.random": """
        runtime: set_random_seed
    """,
    "compat.v1.initializers": """
        runtime.initializers: constant=constant_initializer glorot_normal=glorot_normal_initializer
            glorot_uniform=glorot_uniform_initializer identity=identity_initializer ones=ones_initializer
            orthogonal=orthogonal_initializer variance_scaling=variance_scaling_initializer zeros=zeros_initializer
        .initializers1: random_normal=random_normal_initializer random_uniform=random_uniform_initializer
            truncated_normal=truncated_normal_initializer
    """,
    "compat.v1.logging": """
        .logs: *
    """,
    "compat.v1.gfile": """
        .files: * Copy=copy DeleteRecursively=rmtree Exists=exists FastGFile=GFile Glob=glob IsDirectory=isdir
            ListDirectory=listdir MakeDirs=makedirs MkDir=mkdir Open=GFile Remove=remove Rename=rename Stat=stat
            Walk=walk
    """,
}
"""Namespace → modules and names. The losses and metrics of version 1 are others than Keras's, and not there."""
