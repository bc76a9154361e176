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
    expected: 'sent at the due time, and not before; a canceled email is not sent',
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
const scheduleAheadMs = 8_000;

async function checkSchedule(ctx: VerifyContext): Promise<string> {
  const { client, run } = ctx;
  // SES does not get these emails yet, so they need not wait for their turn.
  const schedule = (label: string, scheduledAt: string) =>
    client.sendEmail(buildEmail(run, label, { scheduled_at: scheduledAt }));
  const canceled = await schedule('canceled', 'in 1 hour');
  // The clock of the service decides when an email is due.
  const { created_at: now } = await client.getEmail(canceled.id);
  await client.cancelEmail(canceled.id);
  const dueMs = Math.ceil((Date.parse(now) + scheduleAheadMs) / 1_000) * 1_000;
  const { id } = await schedule('schedule', new Date(dueMs).toISOString());
  const offsetMs = Date.parse(await waitUntilSent(ctx, id)) - dueMs;
  const seen = `sent ${formatSeconds(Math.abs(offsetMs))} ${offsetMs < 0 ? 'before' : 'after'} the due time`;
  expectThat(offsetMs >= 0, seen);
  expectThat(offsetMs <= run.options.timeoutMs, seen, 'late', { item: 'the scheduled email' });
  const { status } = await client.getEmail(canceled.id);
  expectThat(status === 'canceled', `${seen}; the canceled email is "${status}"`);
  return seen;
}

const waitUntilSent = (ctx: VerifyContext, id: string): Promise<string> =>
  waitFor(ctx, {
    kind: 'due-email',
    domain: senderOf(ctx.run).domain,
    item: 'the scheduled email',
    read: async () => (await ctx.client.getEmail(id)).sent_at ?? undefined,
    missing: async (seconds) => {
      const { status } = await ctx.client.getEmail(id);
      return new CheckFailure('not-due', `still "${status}" ${seconds} s later, due after 8 s`, {
        detail: status,
      });
    },
  });

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
