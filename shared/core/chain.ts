import { AsyncLocalStorage } from 'node:async_hooks';
import { now } from './time';

/**
 * A series of messages, each of which a worker sent while it processed the preceding one. A chain is bounded, so that a
 * fault cannot make workers send messages to each other without end
 * (docs/decisions/0047-chains-of-messages-are-bounded.md).
 */
export interface Chain {
  /** The number of messages before this one. */
  depth: number;
  /** The time of the first message. */
  startedAtMs: number;
  /** The name of the function that sent the first message. */
  startedBy: string;
}

/** The message attribute that contains the chain. */
export const chainAttribute = 'chain';

/** A hundred times as many as the deletion of an audience of a million contacts takes. */
const depthMax = 100_000;

/** Twice as many as the longest loop sends between two wakeups, which are at least a second apart. */
const perSecondMax = 10;

/**
 * Throws if the chain of a message that was sent at this time is too long. The result does not depend on the current
 * time, so each delivery of a message has the same result.
 */
export function refuseLongChain({ depth, startedAtMs, startedBy }: Chain, sentAtMs: number): void {
  const seconds = Math.max(0, Math.floor((sentAtMs - startedAtMs) / 1000));
  if (depth > depthMax + perSecondMax * seconds)
    throw new Error(
      `The message is number ${depth} of a chain that ${startedBy} started at ${new Date(startedAtMs).toISOString()}. The chain probably has no end, so it stops here`,
    );
}

const currentChain = new AsyncLocalStorage<Chain>();

/** Runs the work of a message. Messages that the work sends continue the chain. */
export const continueChain = <Result>(chain: Chain | undefined, work: () => Result): Result =>
  chain ? currentChain.run(chain, work) : work();

/** Returns the attribute value of the next message of the chain, or of the first message of a new chain. */
export function nextInChain(): string {
  const { depth, startedAtMs, startedBy }: Chain = currentChain.getStore() ?? {
    depth: -1,
    startedAtMs: now(),
    startedBy: process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'unknown',
  };
  return [depth + 1, startedAtMs, startedBy].join(' ');
}

/** Returns undefined for a value that is not from `nextInChain`, such as that of a message that an operator sent. */
export function parseChain(value: string | undefined): Chain | undefined {
  const [, depth, startedAtMs, startedBy] = /^(\d{1,15}) (\d{1,15}) (\S{1,100})$/.exec(value ?? '') ?? [];
  return startedBy === undefined
    ? undefined
    : { depth: Number(depth), startedAtMs: Number(startedAtMs), startedBy };
}

/** Returns the longest of these chains. A batch of messages that is processed together continues it. */
export const longestChain = (chains: readonly (Chain | undefined)[]): Chain | undefined =>
  chains.reduce(
    (longest, chain) => ((chain?.depth ?? -1) > (longest?.depth ?? -1) ? chain : longest),
    undefined,
  );
