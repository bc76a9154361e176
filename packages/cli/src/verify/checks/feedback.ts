import type { EmailEventType, SuppressionReason } from '../../../../sdk/src';
import { CheckFailure, type Check } from '../check';
import { sendEmail, senderOf, simulatorAddress, type VerifyContext } from '../context';
import { expectThat, waitFor, waitForEvent } from '../wait';

export const feedbackChecks: readonly Check[] = [
  {
    id: 'bounce',
    expected: 'the event bounce, then the address is suppressed and the next email skipped',
    needs: ['domain'],
    run: (ctx) => checkFeedback(ctx, 'bounce', 'hard_bounce'),
  },
  {
    id: 'complaint',
    expected: 'the event complaint, then the address is suppressed and the next email skipped',
    needs: ['domain'],
    run: (ctx) => checkFeedback(ctx, 'complaint', 'complaint'),
  },
];

async function checkFeedback(
  ctx: VerifyContext,
  type: EmailEventType & ('bounce' | 'complaint'),
  reason: SuppressionReason,
): Promise<string> {
  const to = simulatorAddress(ctx.run, type, type);
  const { id } = await sendEmail(ctx, type, { to });
  await waitForEvent(ctx, id, type);
  await waitFor(ctx, {
    kind: 'suppression',
    domain: senderOf(ctx.run).domain,
    item: 'the suppression',
    read: async () => (await ctx.client.listSuppressions({ email: to })).data[0],
    missing: (seconds) =>
      new CheckFailure('not-suppressed', `the event arrived, but no suppression within ${seconds} s`),
  });
  const next = await sendEmail(ctx, `after ${type}`, { to });
  const seen = `suppressed; the next email was ${next.skipped ? `skipped: ${next.reason}` : next.status}`;
  expectThat(next.skipped && next.reason === `suppressed:${reason}`, seen, 'not-suppressed');
  return seen;
}
