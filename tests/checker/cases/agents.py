"""Agents that learn by reinforcement, as people publish them: replay, epsilon, environments, targets, returns."""
import collections
import random
from collections import deque, namedtuple
from typing import Dict, List, Optional, Tuple

import numpy as np
import tensorflow as tf

GAMMA = 0.99
Transition = namedtuple("Transition", ["state", "action", "reward", "next_state", "done"])
huber = tf.keras.losses.Huber(reduction=tf.keras.losses.Reduction.SUM)
optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)
eps = np.finfo(np.float32).eps.item()
epsilon = 1.0
env = None


class ActorCritic(tf.keras.Model):
    def __init__(self, num_actions, units=128):
        super().__init__()
        self.common = tf.keras.layers.Dense(units, activation="relu")
        self.actor = tf.keras.layers.Dense(num_actions)
        self.critic = tf.keras.layers.Dense(1)

    def call(self, inputs: tf.Tensor) -> Tuple[tf.Tensor, tf.Tensor]:
        x = self.common(inputs)
        return self.actor(x), self.critic(x)


model = ActorCritic(2)

def env_step(action: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Runs on the host: may use numpy, print and change things."""
    state, reward, done, _ = env.step(action)
    print("stepped", reward)
    return state.astype(np.float32), np.array(reward, np.int32), np.array(done, np.int32)

def tf_env_step(action: tf.Tensor) -> List[tf.Tensor]:
    return tf.numpy_function(env_step, [action], [tf.float32, tf.int32, tf.int32])

def run_episode(initial_state: tf.Tensor, model: tf.keras.Model, max_steps: int) -> Tuple[tf.Tensor, ...]:
    action_probs = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    values = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    rewards = tf.TensorArray(dtype=tf.int32, size=0, dynamic_size=True)
    shape = initial_state.shape
    state = initial_state
    for t in tf.range(max_steps):
        state = tf.expand_dims(state, 0)
        logits, value = model(state)
        action = tf.random.categorical(logits, 1)[0, 0]
        probs = tf.nn.softmax(logits)
        values = values.write(t, tf.squeeze(value))
        action_probs = action_probs.write(t, probs[0, action])
        state, reward, done = tf_env_step(action)
        state.set_shape(shape)
        rewards = rewards.write(t, reward)
        if tf.cast(done, tf.bool):
            break
    return action_probs.stack(), values.stack(), rewards.stack()

def expected_return(rewards: tf.Tensor, gamma: float, standardize: bool = True) -> tf.Tensor:
    n = tf.shape(rewards)[0]
    returns = tf.TensorArray(dtype=tf.float32, size=n)
    rewards = tf.cast(rewards[::-1], dtype=tf.float32)
    discounted = tf.constant(0.0)
    shape = discounted.shape
    for i in tf.range(n):
        discounted = rewards[i] + gamma * discounted
        discounted.set_shape(shape)
        returns.write(i, discounted)  #! AG406
    returns = returns.stack()[::-1]
    if standardize:
        returns = (returns - tf.math.reduce_mean(returns)) / (tf.math.reduce_std(returns) + eps)
    return returns

@tf.function
def actor_critic_step(initial_state, model, optimizer, gamma, max_steps):
    with tf.GradientTape() as tape:
        probs, values, rewards = run_episode(initial_state, model, max_steps)
        returns = expected_return(rewards, gamma)
        probs, values, returns = [tf.expand_dims(x, 1) for x in [probs, values, returns]]
        advantage = returns - values
        loss = -tf.math.reduce_sum(tf.math.log(probs) * advantage) + huber(values, returns)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return tf.math.reduce_sum(rewards)

@tf.function
def act(state):
    if random.random() < epsilon:  #! AG302
        return tf.constant(0, tf.int64)
    logits, _ = model(state)
    return tf.argmax(logits[0])

@tf.function
def act_epsilon_greedy(state, rate):
    logits, _ = model(state)
    greedy = tf.argmax(logits, axis=-1)
    chance = tf.random.uniform([])
    if chance < rate:
        greedy = tf.random.uniform(tf.shape(greedy), 0, 2, tf.int64)
    return greedy

@tf.function
def act_with_numpy(state):
    logits, value = model(state)
    probs = tf.nn.softmax(logits)
    return np.random.choice(2, p=probs.numpy()[0])  #! AG302 AG304

class ReplayBuffer:
    def __init__(self, capacity):
        self.buffer = deque(maxlen=capacity)
        self.position = 0
        self.priorities = np.zeros(capacity)
        self.max_priority = 1.0

    def add(self, transition):
        self.buffer.append(transition)  #! AG103
        self.position = (self.position + 1) % 1000  #! AG105
        self.priorities[self.position] = self.max_priority  #! AG104

    def sample(self, n):
        return random.sample(self.buffer, n)  #! AG302

    def __len__(self):
        return len(self.buffer)

class DQNAgent:
    def __init__(self, model, target):
        self.model = model
        self.target = target
        self.memory = ReplayBuffer(10000)
        self.epsilon = 1.0
        self.steps = tf.Variable(0)
        self.update_every = 4
        self.optimizer = tf.keras.optimizers.RMSprop()
        self.td_errors: List[float] = []
        self.state = None

    @tf.function
    def remember(self, state, action):
        self.memory.add((state, action))
        return self.memory.sample(32)

    @tf.function
    def learn(self, states, actions, rewards, next_states, dones):
        next_q = tf.reduce_max(self.target(next_states), axis=1)
        target = rewards + (1.0 - dones) * GAMMA * next_q
        with tf.GradientTape() as tape:
            q = self.model(states)
            q = tf.reduce_sum(q * tf.one_hot(actions, 2), axis=1)
            td = target - q
            loss = tf.reduce_mean(tf.square(td))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.td_errors.extend(td)  #! AG103
        self.epsilon *= 0.995  #! AG105
        self.epsilon = max(self.epsilon, 0.01)  #! AG105
        return loss

    @tf.function
    def soft_update(self, tau=0.005):
        for v, w in zip(self.target.trainable_variables, self.model.trainable_variables):
            v.assign(v * (1.0 - tau) + w * tau)

    @tf.function
    def hard_update(self):
        self.steps.assign_add(1)
        if self.steps % self.update_every == 0:
            for v, w in zip(self.target.variables, self.model.variables):
                v.assign(w)

    @tf.function
    def normalized(self, x):
        if self.state is None:
            self.state = tf.Variable(tf.zeros_like(x), trainable=False)
        self.state.assign(0.9 * self.state + 0.1 * x)
        return x - self.state

    @tf.function
    def policy(self, observation, training=False):
        if training:
            noise = tf.random.normal(tf.shape(observation))
            observation += noise
        logits = self.model(observation)
        if len(logits.shape) > 2:
            logits = tf.squeeze(logits, 0)
        return {"logits": logits, "action": tf.argmax(logits, -1)}

    @tf.function
    def rollout(self, state):
        trajectory = collections.defaultdict(list)
        for _ in range(10):
            action = self.policy(state)["action"]
            trajectory["states"].append(state)
            trajectory["actions"].append(action)
            state = state + tf.cast(action, tf.float32)
        return {k: tf.stack(v) for k, v in trajectory.items()}

    @tf.function
    def recorded_rollout(self, state, horizon):
        states = []
        for _ in tf.range(horizon):
            state = self.model(state)
            states.append(state)  #! AG405
        return tf.stack(states)

class PPO(tf.Module):
    clip: float = 0.2

    def __init__(self, actor: tf.keras.Model, config: Dict[str, float], name: Optional[str] = None):
        super().__init__(name=name)
        self._actor = actor
        self._config = config
        self._stats = {"kl": 0.0}
        self._optimizer = None

    @property
    def optimizer(self):
        if self._optimizer is None:
            self._optimizer = tf.keras.optimizers.Adam(self._config["lr"])
        return self._optimizer

    @property
    def clip_range(self):
        return self.clip

    @clip_range.setter
    def clip_range(self, new):
        self._config["clip"] = new  #! AG104

    @tf.function(jit_compile=False)
    def update(self, obs, act, adv, old_logp):
        with tf.GradientTape() as tape:
            dist = self._actor(obs)
            logp = dist.log_prob(act)
            ratio = tf.exp(logp - old_logp)
            clipped = tf.clip_by_value(ratio, 1 - self.clip_range, 1 + self.clip_range)
            loss = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv))
        grads, _ = tf.clip_by_global_norm(tape.gradient(loss, self._actor.trainable_variables), 0.5)
        self.optimizer.apply_gradients(zip(grads, self._actor.trainable_variables))
        self._stats["kl"] = tf.reduce_mean(old_logp - logp)  #! AG104
        self.clip_range = 0.1
        stats = dict(self._stats)
        stats["loss"] = loss
        return stats

    @tf.function
    def bounded(self, value):
        low, high = self._config["low"], self._config["high"]
        value = tf.maximum(value, low)
        if high is not None:
            value = tf.minimum(value, high)
        return min(value, 10.0)  #! AG306

def gae(rewards, values, lam=0.95):
    advantages = []
    last = 0.0
    for t in reversed(range(len(rewards) - 1)):
        delta = rewards[t] + GAMMA * values[t + 1] - values[t]
        last = delta + GAMMA * lam * last
        advantages.insert(0, last)
    return tf.stack(advantages)

@tf.function
def uses_gae(rewards, values):
    return gae(tf.unstack(rewards), tf.unstack(values))

@tf.function
def changes_batch(batch, index):
    batch["advantage"] = batch["reward"] - tf.reduce_mean(batch["reward"])  #! AG107
    batch.pop("done")  #! AG107
    return batch

@tf.function
def changes_copied_batch(batch):
    batch = {k: tf.cast(v, tf.float32) for k, v in batch.items()}
    batch["advantage"] = batch["reward"] * 2.0
    del batch["done"]
    return batch

@tf.function
def unpacks_transition(transition):
    state, action, reward = transition.state, transition.action, transition.reward
    transition = transition._replace(reward=reward * 2.0)
    return transition

def train(model, target, episodes):
    agent = DQNAgent(model, target)
    for episode in range(episodes):
        rewards = []
        for step in range(100):
            reward = actor_critic_step(tf.zeros([4]), model, optimizer, GAMMA, 100)
            rewards.append(reward)
            agent.soft_update(step / 100)  #! AG501
