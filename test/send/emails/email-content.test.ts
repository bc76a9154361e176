import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { largeHtml } from '../../support/factories';
import { unknownId } from '../../support/matchers';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { aKey, refusalOf, scopesWithout } from '../../support/api-helpers';

const service = useService();
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

const contentOf = (id: string, key?: string) =>
  workspace.api('GET', `/v1/emails/${id}/content`, undefined, key);

describe('the content of an email', () => {
  test('includes the text, the HTML and the thread', async () => {
    const bodies = { text: 'Hello Kim', html: '<p>Hello Kim</p>' };
    const { id, thread_id } = await workspace.sendAccepted(bodies);

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toEqual({ id, thread_id, ...bodies });
  });

  test('has no HTML for a text email and derived text for an HTML-only email', async () => {
    const textEmail = await workspace.sendAccepted({ text: 'Hello' });
    const htmlEmail = await workspace.sendAccepted({ text: undefined, html: '<p>Hello <b>Kim</b></p>' });

    expect((await contentOf(textEmail.id)).body).toMatchObject({ text: 'Hello', html: null });
    expect((await contentOf(htmlEmail.id)).body).toMatchObject({
      text: 'Hello Kim',
      html: '<p>Hello <b>Kim</b></p>',
    });
  });

  test('of a template email has its variables filled in', async () => {
    await workspace.createTemplate('parcel', { subject: 'Order', html: '<p>{{id}}</p>', text: 'No. {{id}}' });
    const templateSend = { subject: undefined, text: undefined, template: 'parcel', variables: { id: '7' } };

    const { id } = await workspace.sendAccepted(templateSend);

    expect((await contentOf(id)).body).toMatchObject({ text: 'No. 7', html: '<p>7</p>' });
  });

  test('of a marketing email has no thread and no unsubscribe links', async () => {
    const { id } = await workspace.sendAccepted({
      risk_class: 'marketing',
      html: '<p>News</p>',
      text: 'News',
    });

    expect((await contentOf(id)).body).toEqual({ id, thread_id: null, html: '<p>News</p>', text: 'News' });
  });

  test('of a held or scheduled email is returned without the attachments', async () => {
    const heldEmail = await workspace.sendAccepted(
      { text: 'Draft' },
      await workspace.createGuardedKey({ requires_approval: true }),
    );
    const attachments = [{ filename: 'a.txt', content: 'QQ==' }];
    const scheduledEmail = await workspace.sendAccepted({
      text: 'Later',
      scheduled_at: 'in 9 hours',
      attachments,
    });

    for (const [{ id, thread_id }, text] of [
      [heldEmail, 'Draft'],
      [scheduledEmail, 'Later'],
    ] as const)
      expect((await contentOf(id)).body).toEqual({ id, thread_id, text, html: null });
  });

  test('of a rejected email is returned without a thread', async () => {
    await workspace.suppress('gone@example.com');
    const { id, status } = await workspace.sendAccepted({ to: 'gone@example.com', text: 'Hello' });

    expect(status).toBe('rejected');
    expect((await contentOf(id)).body).toEqual({ id, thread_id: null, text: 'Hello', html: null });
  });
});

describe('the content of a large email', () => {
  test('is read from S3', async () => {
    const html = largeHtml();
    const { id } = await workspace.sendAccepted({ text: 'Large', html });

    expect((await contentOf(id)).body).toMatchObject({ text: 'Large', html });
  });

  test('omits the HTML when it exceeds the response limit', async () => {
    const { id } = await workspace.sendAccepted({ text: 'Large', html: `<p>${'"\\'.repeat(1_500_000)}</p>` });

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, text: 'Large', html: null });
  });

  test('omits the HTML and the text when the text alone exceeds the response limit', async () => {
    const { id, thread_id } = await workspace.sendAccepted({ text: 'x'.repeat(6_000_000) });

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toEqual({ id, thread_id, text: null, html: null });
  });
});

describe('deleted content', () => {
  test.each(['NoSuchKey', 'AccessDenied'])('is null when S3 responds with %s', async (error) => {
    const { id, thread_id } = await workspace.sendAccepted({ html: largeHtml() });
    await service.control('POST', '/faults', { service: 's3', operation: 'GetObject', error });

    const { status, body } = await contentOf(id);

    expect(status).toBe(200);
    expect(body).toEqual({ id, thread_id, text: null, html: null });
  });

  test('is null when the DynamoDB record is missing', async () => {
    const { id, thread_id } = await workspace.sendAccepted({ text: 'Hello' });
    const { pk, sk } = keys.emailContent(workspace.workspaceId, id);
    await ServiceTable.with(service, (table) => table.remove({ pk, sk }));

    expect((await contentOf(id)).body).toEqual({ id, thread_id, text: null, html: null });
  });

  test('is not reported as deleted while S3 fails', async () => {
    const { id } = await workspace.sendAccepted({ html: largeHtml() });
    const fault = { service: 's3', operation: 'GetObject', error: 'InternalError' };
    await service.control('POST', '/faults', fault);

    expect(refusalOf(await contentOf(id))).toMatchObject({ status: 500, type: 'internal_error' });
  });
});

describe('authorization', () => {
  test('requires only the threads:read scope', async () => {
    const { id } = await workspace.sendAccepted({ text: 'Hello' });
    const reader = await aKey(service, { creatorKey: workspace.key, scopes: ['threads:read'] });
    const keyWithoutThreads = await aKey(service, {
      creatorKey: workspace.key,
      scopes: scopesWithout(['threads:read']),
    });

    const refused = await contentOf(id, keyWithoutThreads.key);

    expect((await contentOf(id, reader.key)).body).toMatchObject({ text: 'Hello' });
    expect(refusalOf(refused)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refused.body.error.message).toContain('threads:read');
  });

  test("requests for another workspace's email and for an unknown email return 404", async () => {
    const otherWorkspace = await createTestWorkspace(service);
    const { id } = await workspace.sendAccepted();
    const notFound = { status: 404, type: 'not_found', message: 'No such email' };

    expect(refusalOf(await contentOf(id, otherWorkspace.key))).toEqual(notFound);
    for (const missingId of [unknownId, randomUUID(), 'nothing', '%00', 'x'.repeat(3_000)])
      expect(refusalOf(await contentOf(missingId))).toEqual(notFound);
  });
});
