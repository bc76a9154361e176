import { ApiError } from '../../../../sdk/src';
import type { Check } from '../check';
import { buildEmail, inTurn, sendEmail, senderOf, type VerifyContext } from '../context';
import { expectThat, formatSeconds, waitFor, waitForEvent } from '../wait';
import { CheckFailure } from '../check';

export const sendingChecks: readonly Check[] = [
  { id: 'send', expected: '202, then the events send and delivery', needs: ['domain'], run: checkSend },
  {
    id: 'idempotency',
    expected: 'a retry returns the same email; another body with the same Idempotency-Key gets 422',
    needs: ['domain'],
    run: checkIdempotency,
  },
  {
    id: 'schedule',
    expected: 'sent within 5 s after the due time, and not before; a canceled email is not sent',
    needs: ['domain'],
    run: checkSchedule,
  },
  {
    id: 'batch',
    expected: '2 emails are delivered, and the entry of another domain fails alone',
    needs: ['domain'],
    run: checkBatch,
  },
];

async function checkSend(ctx: VerifyContext): Promise<string> {
  const { id } = await sendEmail(ctx, 'send');
  const { occurred_at: deliveredAt } = await waitForEvent(ctx, id, 'delivery');
  const email = await ctx.client.getEmail(id);
  const seconds = formatSeconds(Date.parse(deliveredAt) - Date.parse(email.created_at));
  return `${email.events.map(({ type }) => type).join(', ')}; delivered after ${seconds}`;
}

async function checkIdempotency(ctx: VerifyContext): Promise<string> {
  const options = { idempotencyKey: ctx.run.runId };
  const first = await sendEmail(ctx, 'idempotency', {}, options);
  const second = await sendEmail(ctx, 'idempotency', {}, options);
  expectThat(first.id === second.id, `the retry returned another email: ${first.id}, ${second.id}`);
  const changed = await sendEmail(ctx, 'idempotency', { text: 'Changed.' }, options).catch(
    (error: unknown) => error,
  );
  const answer = changed instanceof ApiError ? `${changed.status} ${changed.type}` : 'no error';
  expectThat(answer === '422 idempotency_key_reused', `same email; another body got ${answer}`);
  return `same email; another body got ${answer}`;
}

/** Long enough for the request to end before the due time. */
const scheduleAheadMs = 6_000;
const lateMaxMs = 5_000;

async function checkSchedule(ctx: VerifyContext): Promise<string> {
  const { client, run } = ctx;
  const canceled = await sendEmail(ctx, 'canceled', { scheduled_at: 'in 1 hour' });
  await client.cancelEmail(canceled.id);
  const dueMs = Math.ceil(((await serviceNowMs(ctx)) + scheduleAheadMs) / 1_000) * 1_000;
  const { id } = await sendEmail(ctx, 'schedule', { scheduled_at: new Date(dueMs).toISOString() });
  const sentAt = await waitFor(ctx, {
    kind: 'due-email',
    domain: senderOf(run).domain,
    item: 'the scheduled email',
    read: async () => (await client.getEmail(id)).sent_at ?? undefined,
    missing: async (seconds) => {
      const { status } = await client.getEmail(id);
      return new CheckFailure('not-due', `still "${status}" ${seconds} s later, due after 6 s`, {
        detail: status,
      });
    },
  });
  const offsetMs = Date.parse(sentAt) - dueMs;
  const seen = `sent ${formatSeconds(Math.abs(offsetMs))} ${offsetMs < 0 ? 'before' : 'after'} the due time`;
  expectThat(offsetMs >= 0, seen);
  expectThat(offsetMs <= lateMaxMs, seen, 'late', { item: 'the scheduled email' });
  const { status } = await client.getEmail(canceled.id);
  expectThat(status === 'canceled', `${seen}; the canceled email is "${status}"`);
  return seen;
}

/** The time of the service, whose clock decides when an email is due. */
async function serviceNowMs({ run, client }: VerifyContext): Promise<number> {
  await client.getCredential();
  const date = run.evidence.exchanges.at(-1)?.headers?.get('date');
  return date ? Date.parse(date) : Date.now();
}

async function checkBatch(ctx: VerifyContext): Promise<string> {
  const { run, client } = ctx;
  const emails = ['batch-1', 'batch-2'].map((label) => buildEmail(run, label));
  const invalid = buildEmail(run, 'batch-3', { from: `${run.runId}@unknown.invalid` });
  const { data } = await inTurn(run, (options) => client.sendBatch([...emails, invalid], options));
  const ids = data.flatMap((entry) => (entry.ok ? [entry.id] : []));
  expectThat(ids.length === 2, `${ids.length} of 3 entries were accepted`);
  for (const id of ids) await waitForEvent(ctx, id, 'delivery');
  return '2 delivered, 1 refused';
}
