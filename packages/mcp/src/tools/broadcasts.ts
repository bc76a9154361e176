import * as z from 'zod';
import { subject, id, nullable, pageArgs, time, engagementWindows } from '../args.ts';
import {
  destructiveHints,
  idempotentDestructiveHints,
  readHints,
  sendHints,
  writeHints,
  type Tool,
} from '../tool.ts';

const fromName = z.string().optional();
const variants = z
  .array(
    z.strictObject({
      key: z.string().max(32),
      subject: subject.optional(),
      from_name: fromName,
      send_at: time.optional(),
    }),
  )
  .min(2)
  .max(10);
const abTest = z.strictObject({
  metric: z.enum(['open', 'click']).optional(),
  sample_share: z.number().min(0.05).max(1).optional(),
  decide_after_minutes: z.int().min(15).max(10_080).optional(),
});
const utcTime = z.string().describe('A UTC time that ends in Z');

export const broadcasts: Tool[] = [
  {
    name: 'create_broadcast',
    title: 'Draft a campaign',
    description:
      'Creates a draft of an email to an audience or to part of an audience. Nothing is sent until you call send_broadcast. `identity_id` is the ID of a verified marketing domain. `variants` turn the campaign into an A/B test of subjects, sender names or send times.',
    operation: 'createBroadcast',
    args: {
      audience_id: z.string(),
      identity_id: z.string(),
      name: z.string().min(1).max(200),
      subject,
      html: z.string().min(1).describe('May contain `{{first_name}}` and other fields'),
      from_name: fromName,
      topic_key: z.string().optional(),
      segment_id: z.string().optional(),
      segment: engagementWindows.optional(),
      variants: variants.optional(),
      ab_test: abTest.optional(),
    },
    hints: writeHints,
  },
  {
    name: 'get_broadcast',
    title: 'Get a campaign',
    description:
      'Returns the content, status, progress and test results, and the reason for a pause or failure.',
    operation: 'getBroadcast',
    args: { id },
    hints: readHints,
  },
  {
    name: 'list_broadcasts',
    title: 'List campaigns',
    description: 'Lists campaigns, newest first, with their status and progress.',
    operation: 'listBroadcasts',
    args: pageArgs,
    hints: readHints,
  },
  {
    name: 'preview_broadcast',
    title: 'Preview a campaign',
    description:
      'Returns the number of recipients, some of their addresses, and whether reputation and A/B test size allow the campaign. Call this before send_broadcast.',
    operation: 'previewBroadcast',
    args: { id },
    hints: readHints,
  },
  {
    name: 'send_broadcast',
    title: 'Send a campaign',
    description:
      'Sends a campaign to all its recipients, now or at `scheduled_at`. Show the user the preview first, because a running campaign cannot be recalled.',
    operation: 'sendBroadcast',
    args: { id, scheduled_at: utcTime.optional() },
    hints: sendHints,
  },
  {
    name: 'pick_broadcast_winner',
    title: 'Pick the winner of a test',
    description:
      'Ends the A/B test and sends the winner to the remaining recipients. If you omit `variant`, the metric decides.',
    operation: 'decideBroadcast',
    args: { id, variant: z.string().optional() },
    hints: sendHints,
  },
  {
    name: 'resume_broadcast',
    title: 'Resume a paused campaign',
    description:
      'Resumes a paused campaign. Fix the problem in `pause_reason` first. The campaign continues where it stopped, and no recipient gets it twice.',
    operation: 'resumeBroadcast',
    args: { id },
    hints: sendHints,
  },
  {
    name: 'list_broadcast_recipients',
    title: 'List the recipients of a campaign',
    description: 'Lists recipients with their variant, status, and times of send, open and click.',
    operation: 'listBroadcastRecipients',
    args: { id, limit: z.int().min(1).max(200).default(200), cursor: pageArgs.cursor },
    hints: readHints,
  },
];

export const broadcastChanges: Tool[] = [
  {
    name: 'update_broadcast',
    title: 'Change a campaign',
    description:
      'Changes a draft. For a scheduled campaign, `scheduled_at` sets another time, and null makes the campaign a draft again.',
    operation: 'updateBroadcast',
    args: {
      id,
      name: z.string().min(1).max(200).optional(),
      subject: subject.optional(),
      html: z.string().min(1).optional(),
      from_name: nullable(z.string(), 'A name').optional(),
      variants: nullable(variants, 'All variants, 2 to 10').optional(),
      ab_test: abTest.optional(),
      scheduled_at: nullable(z.string(), 'A UTC time that ends in Z').optional(),
    },
    hints: destructiveHints,
  },
  {
    name: 'delete_broadcast',
    title: 'Delete a campaign',
    description:
      'Deletes a campaign that is not being sent. Remaining recipients get no email, and sent emails stay in the log.',
    operation: 'deleteBroadcast',
    args: { id },
    hints: idempotentDestructiveHints,
  },
  {
    name: 'list_broadcast_links',
    title: 'List the links of a campaign',
    description: 'Returns how often each link was clicked.',
    operation: 'listBroadcastLinks',
    args: { id },
    hints: readHints,
  },
  {
    name: 'get_broadcast_decision',
    title: 'Get the decision of a test',
    description:
      'Returns the results of the variants when the winner was decided, and the results of the emails sent since.',
    operation: 'getBroadcastDecision',
    args: { id },
    hints: readHints,
  },
];
