import { gunzipSync, gzipSync } from 'node:zlib';
import { keys } from '../../../shared/db/keys';
import { readClockMs } from '../../support/scheduled-sends';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { readOutboxMail } from '../../support/api-helpers';
import { ApprovalWorkspace } from '../../support/approval-workspace';

const minuteMs = 60_000;

const service = useService();

const html = '<p>Derived when it came.</p>';

/**
 * Changes the stored text, so that a test can distinguish the stored text from text that is derived again from the
 * HTML.
 */
const changeStoredText = (workspaceId: string, id: string, text: string): Promise<void> =>
  ServiceTable.with(service, async (table) => {
    const key = keys.emailContent(workspaceId, id);
    const inline = (await table.get(key))?.['inline'] as Uint8Array;
    const content = JSON.parse(gunzipSync(inline).toString()) as object;
    await table.update(key, { inline: gzipSync(JSON.stringify({ ...content, text })) });
  });

const readSentBodies = async (id: string) => {
  const { parsed } = await readOutboxMail(service, id);
  return { text: parsed.text?.trim(), html: parsed.html };
};

test('the text of a held draft is derived when the draft is created and not again at the release', async () => {
  const drafter = await ApprovalWorkspace.createTransactional(service);
  const held = await drafter.createDraft({ html, text: undefined });
  await changeStoredText(drafter.workspace.workspaceId, held.id, 'Kept.');

  const [pendingDraft] = await drafter.listPending();
  const { body } = await drafter.approve(held);

  expect(pendingDraft).toMatchObject({ html, text: 'Kept.' });
  expect(body.status).toBe('sent');
  expect(await readSentBodies(held.id)).toEqual({ text: 'Kept.', html });
});

test('the text of a scheduled email is derived when the email is accepted and not again when it is sent', async () => {
  const { workspace } = await ApprovalWorkspace.createTransactional(service);
  const scheduledAt = new Date((await readClockMs(service)) + minuteMs).toISOString();
  const { body } = await workspace.send({ html, text: undefined, scheduled_at: scheduledAt });
  await changeStoredText(workspace.workspaceId, body.id, 'Kept.');

  await service.advance(2 * minuteMs);

  expect(await readSentBodies(body.id)).toEqual({ text: 'Kept.', html });
});
