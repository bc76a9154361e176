import { AsyncLocalStorage } from 'node:async_hooks';
import { now } from './time';

/**
 * The messages between which a worker received one and sent the next. A chain is bounded, so that a fault cannot make
 * workers send messages to each other without end (docs/decisions/0047-chains-of-messages-are-bounded.md).
 */
export interface Chain {
  /** The number of messages before this one. */
  depth: number;
  /** The time of the first message. */
  startedAtMs: number;
  /** The name of the function that sent the first message. */
  reason: string;
}

/** The message attribute that contains the chain. */
export const chainAttribute = 'chain';

/**
 * Far more messages than any operation needs: the deletion of an audience of a million contacts takes 1,000. A
 * deployment with due work at all times continues its chain at most once per second.
 */
const depthMax = ({ startedAtMs }: Chain, timeMs: number): number =>
  100_000 + Math.max(0, Math.floor((timeMs - startedAtMs) / 1000));

const currentChain = new AsyncLocalStorage<Chain>();

/** Runs the work of a message. Messages that the work sends continue the chain. Throws if the chain is too long. */
export function continueChain<Result>(chain: Chain | undefined, work: () => Result): Result {
  if (!chain) return work();
  if (chain.depth > depthMax(chain, now()))
    throw new Error(
      `The message is number ${chain.depth} of a chain that ${chain.reason} started at ${new Date(chain.startedAtMs).toISOString()}. The chain probably has no end, so it stops here`,
    );
  return currentChain.run(chain, work);
}

/** Returns the attribute value of the next message of the chain, or of the first message of a new chain. */
export function nextInChain(): string {
  const { depth, startedAtMs, reason }: Chain = currentChain.getStore() ?? {
    depth: -1,
    startedAtMs: now(),
    reason: process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'unknown',
  };
  return [depth + 1, startedAtMs, reason].join(' ');
}

/** Returns undefined for a value that is not from `nextInChain`, such as that of a message that an operator sent. */
export function parseChain(value: string | undefined): Chain | undefined {
  const [, depth, startedAtMs, reason] = /^(\d{1,15}) (\d{1,15}) (\S{1,100})$/.exec(value ?? '') ?? [];
  return reason === undefined
    ? undefined
    : { depth: Number(depth), startedAtMs: Number(startedAtMs), reason };
}

/** Returns the longest of these chains. A batch of messages that is processed together continues it. */
export const longestChain = (chains: readonly (Chain | undefined)[]): Chain | undefined =>
  chains.reduce(
    (longest, chain) => ((chain?.depth ?? -1) > (longest?.depth ?? -1) ? chain : longest),
    undefined,
  );
