import { setTimeout as sleep } from 'node:timers/promises';
import type { EmailEvent, EmailEventType, EmailWithEvents } from '../../../sdk/src';
import { CheckFailure, type FailureFacts, type Symptom } from './check';
import type { VerifyContext } from './context';
import type { ArrivalKind } from './evidence';

interface Wait<T> {
  kind: ArrivalKind;
  /** The sending domain of the email. */
  domain: string;
  /** Names the item in sentences, such as `the event "delivery"`. */
  item: string;
  /** Returns undefined until the item has arrived. */
  read: () => Promise<T | undefined>;
  /** Builds the failure of an item that does not arrive. */
  missing: (waitedSeconds: number) => CheckFailure | Promise<CheckFailure>;
}

/** An item that arrives after the time limit, but before this many time limits, is late. Later, it is missing. */
const limitsMax = 2;

/** Waits for something that the service does after a request. Throws `CheckFailure` if it is late or missing. */
export async function waitFor<T>(ctx: VerifyContext, wait: Wait<T>): Promise<T> {
  const { timeoutMs } = ctx.run.options;
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  let found = await wait.read();
  for (let pauseMs = 250; found === undefined && elapsedMs() < limitsMax * timeoutMs; pauseMs *= 1.3) {
    await sleep(Math.min(pauseMs, 2_000), undefined, { signal: ctx.run.signal });
    found = await wait.read();
  }
  const { kind, domain, item } = wait;
  ctx.run.evidence.addArrival({ kind, domain, hasArrived: found !== undefined });
  if (found === undefined) throw await wait.missing(Math.round(elapsedMs() / 1_000));
  if (elapsedMs() > timeoutMs)
    throw new CheckFailure('late', `${item} arrived after ${formatSeconds(elapsedMs())}`, { domain, item });
  return found;
}

export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Waits until the email has an event of this type. A bounce instead of a delivery is a failure. */
export async function waitForEvent(
  ctx: VerifyContext,
  emailId: string,
  type: EmailEventType,
): Promise<EmailEvent> {
  let email: EmailWithEvents | undefined;
  const event = await waitFor(ctx, {
    kind: 'event',
    domain: await sendingDomainOf(ctx, emailId),
    item: `the event "${type}"`,
    read: async () => {
      email = await ctx.client.getEmail(emailId);
      return email.events.find((candidate) => candidate.type === type || isTerminal(candidate, type));
    },
    missing: (seconds) => describeMissingEvent(email, type, seconds),
  });
  if (event.type === type) return event;
  throw new CheckFailure(
    'bounced',
    `SES reported "${event.type}" instead of "${type}"${event.detail ? `: ${event.detail}` : ''}`,
    { domain: domainOf(email?.from ?? '') },
  );
}

/** An event after which a delivery no longer follows. */
const isTerminal = (event: EmailEvent, awaited: EmailEventType): boolean =>
  awaited === 'delivery' && ['bounce', 'reject', 'rendering_failure'].includes(event.type);

const sendingDomainOf = async ({ client }: VerifyContext, emailId: string): Promise<string> =>
  domainOf((await client.getEmail(emailId)).from);

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).replace(/>$/, '');

function describeMissingEvent(
  email: EmailWithEvents | undefined,
  type: EmailEventType,
  seconds: number,
): CheckFailure {
  const domain = domainOf(email?.from ?? '');
  const events = email?.events.map((event) => event.type) ?? [];
  const known = events.length > 0 ? `only ${events.join(', ')}` : 'no event';
  return new CheckFailure(
    'no-events',
    `status "${email?.status ?? 'unknown'}", ${known} of ${domain} within ${seconds} s`,
    { domain, item: `the event "${type}"` },
  );
}

/** Throws `CheckFailure` unless the condition holds. */
export function expectThat(
  condition: boolean,
  seen: string,
  symptom: Symptom = 'wrong-response',
  facts: FailureFacts = {},
): void {
  if (!condition) throw new CheckFailure(symptom, seen, facts);
}
