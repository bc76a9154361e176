import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { type Actor, anActor } from '../../support/actor';
import { largeHtml } from '../../support/factories';
import { nobody } from '../../support/matchers';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { aKey, refusalOf, scopesWithout } from '../../support/arrange';

const service = theService();
let desk: Actor;

beforeAll(async () => {
  desk = await anActor(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

const contentOf = (id: string, key?: string) => desk.api('GET', `/v1/emails/${id}/content`, undefined, key);

describe('what a mail said', () => {
  test('is its text and its HTML, with the conversation that it is on', async () => {
    const said = { text: 'Hello Kim', html: '<p>Hello Kim</p>' };
    const { id, thread_id } = await desk.accepted(said);

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toEqual({ id, thread_id, ...said });
  });

  test('without HTML has none; with HTML alone its text is made from it', async () => {
    const plain = await desk.accepted({ text: 'Hello' });
    const rich = await desk.accepted({ text: undefined, html: '<p>Hello <b>Kim</b></p>' });

    expect((await contentOf(plain.id)).body).toMatchObject({ text: 'Hello', html: null });
    expect((await contentOf(rich.id)).body).toMatchObject({
      text: 'Hello Kim',
      html: '<p>Hello <b>Kim</b></p>',
    });
  });

  test('of a template is filled in', async () => {
    await desk.template('parcel', { subject: 'Order', html: '<p>{{id}}</p>', text: 'No. {{id}}' });
    const wanted = { subject: undefined, text: undefined, template: 'parcel', variables: { id: '7' } };

    const { id } = await desk.accepted(wanted);

    expect((await contentOf(id)).body).toMatchObject({ text: 'No. 7', html: '<p>7</p>' });
  });

  test('of marketing is there without a conversation, and without the links of its reader', async () => {
    const { id } = await desk.accepted({ risk_class: 'marketing', html: '<p>News</p>', text: 'News' });

    expect((await contentOf(id)).body).toEqual({ id, thread_id: null, html: '<p>News</p>', text: 'News' });
  });

  test('that waits is there, and no more of what it will leave with', async () => {
    const held = await desk.accepted({ text: 'Draft' }, await desk.guarded({ requires_approval: true }));
    const attachments = [{ filename: 'a.txt', content: 'QQ==' }];
    const later = await desk.accepted({ text: 'Later', scheduled_at: 'in 9 hours', attachments });

    for (const [{ id, thread_id }, text] of [
      [held, 'Draft'],
      [later, 'Later'],
    ] as const)
      expect((await contentOf(id)).body).toEqual({ id, thread_id, text, html: null });
  });

  test('is there of a mail that nobody got, which is on no conversation', async () => {
    await desk.suppress('gone@example.com');
    const { id, status } = await desk.accepted({ to: 'gone@example.com', text: 'Hello' });

    expect(status).toBe('rejected');
    expect((await contentOf(id)).body).toEqual({ id, thread_id: null, text: 'Hello', html: null });
  });
});

describe('a large mail', () => {
  test('is read from where it is kept', async () => {
    const html = largeHtml();
    const { id } = await desk.accepted({ text: 'Large', html });

    expect((await contentOf(id)).body).toMatchObject({ text: 'Large', html });
  });

  test('has no HTML where that is more than an answer carries', async () => {
    const { id } = await desk.accepted({ text: 'Large', html: `<p>${'"\\'.repeat(1_500_000)}</p>` });

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, text: 'Large', html: null });
  });

  test('has nothing where its text alone is more than that', async () => {
    const { id, thread_id } = await desk.accepted({ text: 'x'.repeat(6_000_000) });

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toEqual({ id, thread_id, text: null, html: null });
  });
});

describe('what is not kept any more', () => {
  test.each(['NoSuchKey', 'AccessDenied'])('is null where S3 says %s', async (error) => {
    const { id, thread_id } = await desk.accepted({ html: largeHtml() });
    await service.control('POST', '/faults', { service: 's3', operation: 'GetObject', error });

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toEqual({ id, thread_id, text: null, html: null });
  });

  test('is null where the record of it is gone', async () => {
    const { id, thread_id } = await desk.accepted({ text: 'Hello' });
    const { pk, sk } = keys.emailContent(desk.workspaceId, id);
    await ServiceTable.with(service, (table) => table.remove({ pk, sk }));

    expect((await contentOf(id)).body).toEqual({ id, thread_id, text: null, html: null });
  });

  test('is not said to be gone while S3 is out of order', async () => {
    const { id } = await desk.accepted({ html: largeHtml() });
    const fault = { service: 's3', operation: 'GetObject', error: 'InternalError' };
    await service.control('POST', '/faults', fault);

    expect(refusalOf(await contentOf(id))).toMatchObject({ status: 500, type: 'internal_error' });
  });
});

describe('who may', () => {
  test('a key with threads:read alone may, and one with every scope but that may not', async () => {
    const { id } = await desk.accepted({ text: 'Hello' });
    const reader = await aKey(service, { by: desk.key, scopes: ['threads:read'] });
    const others = await aKey(service, { by: desk.key, scopes: scopesWithout(['threads:read']) });

    const refused = await contentOf(id, others.key);

    expect((await contentOf(id, reader.key)).body).toMatchObject({ text: 'Hello' });
    expect(refusalOf(refused)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refused.body.error.message).toContain('threads:read');
  });

  test('another workspace finds nothing, nor is there anything where there is no mail', async () => {
    const other = await anActor(service);
    const { id } = await desk.accepted();
    const notFound = { status: 404, type: 'not_found', message: 'No such email' };

    expect(refusalOf(await contentOf(id, other.key))).toEqual(notFound);
    for (const none of [nobody, randomUUID(), 'nothing', '%00', 'x'.repeat(3_000)])
      expect(refusalOf(await contentOf(none))).toEqual(notFound);
  });
});
