import { gunzipSync, gzipSync } from 'node:zlib';
import { keys } from '../../../shared/db/keys';
import { clockMs } from '../../support/schedules';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { mailOf } from '../../support/arrange';
import { Drafter } from '../../support/drafter';

const minuteMs = 60_000;

const service = theService();

const html = '<p>Derived when it came.</p>';

/** Puts another text into what is kept of an email: a mail that says it was not made of its HTML anew. */
const changeKeptText = (workspaceId: string, id: string, text: string): Promise<void> =>
  ServiceTable.with(service, async (table) => {
    const key = keys.emailContent(workspaceId, id);
    const inline = (await table.get(key))?.['inline'] as Uint8Array;
    const content = JSON.parse(gunzipSync(inline).toString()) as object;
    await table.change(key, { inline: gzipSync(JSON.stringify({ ...content, text })) });
  });

const leftWith = async (id: string) => {
  const { parsed } = await mailOf(service, id);
  return { text: parsed.text?.trim(), html: parsed.html };
};

test('the text of a held draft is derived when it comes, and not again when it is released', async () => {
  const drafter = await Drafter.forMail(service);
  const held = await drafter.hold({ html, text: undefined });
  await changeKeptText(drafter.desk.workspaceId, held.id, 'Kept.');

  const [shown] = await drafter.pending();
  const { body } = await drafter.approve(held);

  expect(shown).toMatchObject({ html, text: null });
  expect(body.status).toBe('sent');
  expect(await leftWith(held.id)).toEqual({ text: 'Kept.', html });
});

test('the text of a scheduled mail is derived when it comes, and not again when it leaves', async () => {
  const { desk } = await Drafter.forMail(service);
  const scheduledAt = new Date((await clockMs(service)) + minuteMs).toISOString();
  const { body } = await desk.send({ html, text: undefined, scheduled_at: scheduledAt });
  await changeKeptText(desk.workspaceId, body.id, 'Kept.');

  await service.advance(2 * minuteMs);

  expect(await leftWith(body.id)).toEqual({ text: 'Kept.', html });
});
