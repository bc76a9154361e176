import { randomBytes } from 'node:crypto';
import { ApprovalWorkspace, hoursMs } from '../../support/approval-workspace';
import { Campaigns } from '../../support/campaigns/campaigns';
import { largeHtml } from '../../support/factories';
import { StoredBytes } from '../../support/stored-bytes';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { refusalOf } from '../../support/api-helpers';
import { useService } from '../../support/use-service';

const service = useService({ timeTravels: true });

afterEach(() => service.control('DELETE', '/faults'));

const fileBytes = 20_000;

const aFile = (bytes = fileBytes) => ({
  filename: 'scan.pdf',
  content: randomBytes(bytes).toString('base64'),
});

/** An email with 20,000 bytes in S3 as attachments, and 16,007 bytes of HTML with 16,000 bytes of derived text. */
const largeEmail = () => ({ text: undefined, html: largeHtml(), attachments: [aFile()] });
const largeEmailBytes = fileBytes + 16_007 + 16_000;

const withLaterTime = { scheduled_at: 'in 2 hours' };

/** The sweep runs every five minutes. */
const sweepMs = 6 * 60_000;

// U-12
describe('stored_bytes', () => {
  test('is absent until the workspace first stores content in S3, and then stays', async () => {
    const workspace = await createTestWorkspace(service);
    const stored = new StoredBytes(workspace);

    await workspace.schedule(withLaterTime);
    await workspace.sendAccepted(largeEmail());
    expect(await stored.count()).toBeUndefined();

    const id = await workspace.schedule({ ...withLaterTime, attachments: [aFile(1), aFile(2)] });
    expect(await stored.count()).toBe(3);

    await workspace.cancel(id);
    await service.settle();
    expect(await stored.count()).toBe(0);
  });

  test('includes attachments that compress well, and text and HTML of more than 6,000 compressed bytes', async () => {
    const workspace = await createTestWorkspace(service);
    const stored = new StoredBytes(workspace);
    const zeros = { filename: 'zeros', content: Buffer.alloc(fileBytes).toString('base64') };

    await workspace.schedule({ ...withLaterTime, html: '<p>Hello</p>'.repeat(5_000), attachments: [zeros] });
    expect(await stored.count()).toBe(fileBytes);

    await workspace.schedule({ ...withLaterTime, ...largeEmail() });
    expect(await stored.count()).toBe(fileBytes + largeEmailBytes);
  });
});

/** Ends the use of the content of a large email, and returns the email's id and final status. */
type Ending = (drafter: ApprovalWorkspace) => Promise<{ id: string; status: string }>;

const holdLarge = (drafter: ApprovalWorkspace, overrides: object = {}) =>
  drafter.createDraft({ ...largeEmail(), ...overrides });

const scheduleLarge = ({ workspace }: ApprovalWorkspace, overrides: object = {}) =>
  workspace.schedule({ ...largeEmail(), ...withLaterTime, ...overrides });

const notSentEndings: Record<string, Ending> = {
  'a rejected draft': async (drafter) => {
    const draft = await holdLarge(drafter);
    await drafter.reject(draft);
    return { id: draft.id, status: 'canceled' };
  },
  'a draft that expired': async (drafter) => {
    const draft = await holdLarge(drafter);
    await service.advance(hoursMs(73));
    return { id: draft.id, status: 'canceled' };
  },
  'an approved draft whose recipient is suppressed': async (drafter) => {
    const draft = await holdLarge(drafter, { to: 'gone@example.com' });
    await drafter.workspace.suppress('gone@example.com', { scope: 'all', reason: 'hard_bounce' });
    await drafter.approve(draft);
    return { id: draft.id, status: 'rejected' };
  },
  'a canceled email': async (drafter) => {
    const id = await scheduleLarge(drafter);
    await drafter.workspace.cancel(id);
    return { id, status: 'canceled' };
  },
  'a canceled reply': async (drafter) => {
    const { id: parent } = await drafter.workspace.sendAccepted();
    const id = await scheduleLarge(drafter, { reply_to_message_id: parent });
    await drafter.workspace.cancel(id);
    return { id, status: 'canceled' };
  },
  'an approved draft that was then canceled': async (drafter) => {
    const draft = await holdLarge(drafter, withLaterTime);
    await drafter.approve(draft);
    await drafter.workspace.cancel(draft.id);
    return { id: draft.id, status: 'canceled' };
  },
  'a due email whose recipient is suppressed': async (drafter) => {
    const id = await scheduleLarge(drafter, { to: 'gone@example.com' });
    await drafter.workspace.suppress('gone@example.com', { scope: 'all', reason: 'hard_bounce' });
    await service.advance(hoursMs(3));
    return { id, status: 'canceled' };
  },
  'a scheduled email whose recipient unsubscribed': async (drafter) => {
    const id = await scheduleLarge(drafter, { risk_class: 'marketing', to: 'leaver@example.com' });
    await drafter.workspace.unsubscribe('leaver@example.com');
    await service.advance(sweepMs);
    return { id, status: 'canceled' };
  },
};

const possiblySentEndings: Record<string, Ending> = {
  'an approved draft': async (drafter) => {
    const draft = await holdLarge(drafter);
    await drafter.approve(draft);
    return { id: draft.id, status: 'delivered' };
  },
  'a scheduled email that was sent': async (drafter) => {
    const id = await scheduleLarge(drafter);
    await service.advance(hoursMs(3));
    return { id, status: 'delivered' };
  },
  'a scheduled email that only an event of SES records as sent': async (drafter) => {
    const id = await scheduleLarge(drafter);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      function: 'runDueWork',
      crash: 'after',
    });
    await service.advance(hoursMs(2) + sweepMs);
    return { id, status: 'delivered' };
  },
  'a scheduled email that SES refuses': async (drafter) => {
    const id = await scheduleLarge(drafter);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
    });
    await service.advance(hoursMs(3));
    return { id, status: 'failed' };
  },
  'a scheduled email whose domain is deleted': async (drafter) => {
    const id = await scheduleLarge(drafter);
    const { domains } = drafter.workspace;
    await drafter.workspace.api('DELETE', `/v1/domains/${domains.transactional.id}`);
    await service.advance(hoursMs(3));
    return { id, status: 'failed' };
  },
};

/** Ends the use of a large email's content in a new workspace. */
async function endUse(end: Ending) {
  const drafter = await ApprovalWorkspace.create(service);
  const { workspace } = drafter;
  const stored = new StoredBytes(workspace);
  const email = await end(drafter);
  await service.settle();
  expect(await workspace.getStatus(email.id)).toBe(email.status);
  return { ...email, workspace, stored };
}

const contentOf = async (workspace: TestWorkspace, id: string) =>
  (await workspace.api('GET', `/v1/emails/${id}/content`)).body;

// U-15
describe('once the use of its content has ended,', () => {
  test.each(Object.entries(notSentEndings))(
    '%s leaves no objects in S3 and no bytes in the count',
    async (_name, end) => {
      const { id, workspace, stored } = await endUse(end);

      expect(await stored.count()).toBe(0);
      expect(stored.objectKeysOf(id)).toEqual([]);
      expect(await contentOf(workspace, id)).toMatchObject({ html: null, text: null });
    },
  );

  // U-16
  test.each(Object.entries(possiblySentEndings))(
    '%s leaves only its text and HTML, which do not count',
    async (_name, end) => {
      const { id, workspace, stored } = await endUse(end);

      expect(await stored.count()).toBe(0);
      expect(stored.objectKeysOf(id)).toEqual([expect.stringMatching(/\/content$/)]);
      expect((await contentOf(workspace, id)).html).toMatch(/^<p>[0-9a-f]{16000}<\/p>$/);
    },
  );

  test('the attachments of a draft return 404, and its approval can still be read', async () => {
    const drafter = await ApprovalWorkspace.createTransactional(service);
    const draft = await holdLarge(drafter);
    const path = `/v1/approvals/${draft.approval_id}`;
    expect((await drafter.workspace.api('GET', `${path}/attachments/0`)).status).toBe(200);
    await drafter.reject(draft);
    await service.settle();

    expect((await drafter.workspace.api('GET', path)).body).toMatchObject({ decision: 'reject', html: null });
    expect(refusalOf(await drafter.workspace.api('GET', `${path}/attachments/0`))).toMatchObject({
      status: 404,
      message: expect.stringContaining('deleted once the draft is decided'),
    });
  });
});

// U-15
describe('the content of a campaign', () => {
  test('counts for as long as the campaign exists, also after it was sent', async () => {
    const campaigns = await Campaigns.create(service);
    const stored = new StoredBytes(campaigns.workspace);
    await campaigns.addContacts(['reader@example.com']);
    const id = await campaigns.createAndSend({ html: largeHtml() });

    expect(await stored.count()).toBe(16_007);

    await campaigns.callOk('DELETE', `/v1/broadcasts/${id}`);
    await service.settle();
    expect(await stored.count()).toBe(0);
    expect(stored.objectKeysOf(id)).toEqual([]);
  });

  test('is deleted when another HTML replaces it', async () => {
    const campaigns = await Campaigns.create(service);
    const stored = new StoredBytes(campaigns.workspace);
    const id = await campaigns.createDraft({ html: largeHtml() });
    const [firstKey] = stored.objectKeysOf(id);

    const html = largeHtml();
    await campaigns.callOk('PATCH', `/v1/broadcasts/${id}`, { html });
    await campaigns.callOk('PATCH', `/v1/broadcasts/${id}`, { name: 'November' });
    await service.settle();
    expect(await stored.count()).toBe(16_007);
    expect(stored.objectKeysOf(id)).toHaveLength(1);
    expect(stored.objectKeysOf(id)).not.toEqual([firstKey]);
    expect((await campaigns.getCampaign(id)).html).toBe(html);

    await campaigns.callOk('PATCH', `/v1/broadcasts/${id}`, { html: '<p>Short</p>' });
    await service.settle();
    expect(await stored.count()).toBe(0);
    expect(stored.objectKeysOf(id)).toEqual([]);
    expect((await campaigns.getCampaign(id)).html).toBe('<p>Short</p>');
  });

  test('is read by a request that began before another HTML replaced it', async () => {
    const campaigns = await Campaigns.create(service);
    const id = await campaigns.createDraft({ html: largeHtml() });
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'GetObject',
      error: 'NoSuchKey',
      times: 1,
    });

    expect((await campaigns.getCampaign(id)).html).toMatch(/^<p>[0-9a-f]{16000}<\/p>$/);
  });
});

const setMax = (workspace: TestWorkspace, stored_bytes_max: number | null) =>
  workspace.updateWorkspace({ stored_bytes_max });

const isOverMaximum = {
  status: 422,
  type: 'invalid_request',
  message: expect.stringMatching(
    /^attachments: .* would exceed \d+ bytes\. Decide drafts, cancel scheduled emails or delete campaigns, or ask the operator for more$/,
  ),
};

// U-13
describe('the maximum of stored bytes', () => {
  test('is 2 GB, and the operator can set another number or restore the default', async () => {
    const workspace = await createTestWorkspace(service, { stored_bytes_max: fileBytes - 1 });
    const schedule = () => workspace.send({ ...withLaterTime, attachments: [aFile()] });

    expect(refusalOf(await schedule())).toMatchObject(isOverMaximum);
    expect(await setMax(workspace, null)).not.toHaveProperty('stored_bytes_max');
    expect((await schedule()).status).toBe(202);
    await new StoredBytes(workspace).set(2 * 1024 ** 3 - fileBytes);
    expect((await schedule()).status).toBe(202);
    expect(refusalOf(await schedule())).toMatchObject(isOverMaximum);
  });

  test.each([
    ['a scheduled email', {}, withLaterTime],
    ['a held draft', { requires_approval: true }, {}],
  ])('is reached exactly by %s, and exceeded by one byte more', async (_name, guardrails, fields) => {
    const workspace = await createTestWorkspace(service, { stored_bytes_max: 3 * fileBytes });
    const key = await workspace.createGuardedKey({ daily_send_limit: 100, ...guardrails });
    const send = (bytes: number) => workspace.send({ ...fields, attachments: [aFile(bytes)] }, key);
    expect((await send(fileBytes)).status).toBe(202);

    expect(refusalOf(await send(2 * fileBytes + 1))).toMatchObject(isOverMaximum);
    expect((await send(2 * fileBytes)).status).toBe(202);
    expect(refusalOf(await send(1))).toMatchObject(isOverMaximum);
    expect((await workspace.send(fields, key)).status).toBe(202);
    expect(await new StoredBytes(workspace).count()).toBe(3 * fileBytes);
  });

  test('is reached exactly by a campaign, whose HTML can be replaced by HTML of the same size', async () => {
    const campaigns = await Campaigns.create(service, { stored_bytes_max: 16_007 });
    const id = await campaigns.createDraft({ html: largeHtml() });

    expect(refusalOf(await campaigns.create({ html: largeHtml() }))).toMatchObject(isOverMaximum);
    const update = (html: string) => campaigns.api('PATCH', `/v1/broadcasts/${id}`, { html });
    expect(refusalOf(await update(`${largeHtml()}.`))).toMatchObject(isOverMaximum);
    expect((await update(largeHtml())).status).toBe(200);
    await service.settle();
    expect(await new StoredBytes(campaigns.workspace).count()).toBe(16_007);
  });

  test('fails only the entries of a batch that exceed it', async () => {
    const workspace = await createTestWorkspace(service, { stored_bytes_max: 2 * fileBytes });
    const entry = { ...withLaterTime, attachments: [aFile()] };

    const { status, body } = await workspace.sendBatch([entry, entry, entry, withLaterTime]);

    expect(status).toBe(207);
    expect(body.data.map(({ status: outcome }: { status: unknown }) => outcome)).toEqual([
      'scheduled',
      'scheduled',
      undefined,
      'scheduled',
    ]);
    expect(body.data[2].error.message).toMatch(/^attachments: /);
  });

  test('is not exceeded by concurrent requests', async () => {
    const workspace = await createTestWorkspace(service, { stored_bytes_max: 3 * fileBytes });

    const responses = await Promise.all(
      Array.from({ length: 8 }, () => workspace.send({ ...withLaterTime, attachments: [aFile()] })),
    );

    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      202, 202, 202, 422, 422, 422, 422, 422,
    ]);
    expect(await new StoredBytes(workspace).count()).toBe(3 * fileBytes);
  });

  test('refuses before anything is stored, and without a charge to the daily cap of the key', async () => {
    const workspace = await createTestWorkspace(service, { stored_bytes_max: 0 });
    const key = await workspace.createGuardedKey({ daily_send_limit: 1 });

    const refused = await workspace.send({ ...withLaterTime, attachments: [aFile()] }, key);

    expect(refusalOf(refused)).toMatchObject(isOverMaximum);
    expect(await workspace.listEmails()).toEqual([]);
    expect(new StoredBytes(workspace).objectKeys()).toEqual([]);
    expect((await workspace.send({}, key)).status).toBe(202);
  });

  test('does not apply to email that is sent at once', async () => {
    const workspace = await createTestWorkspace(service, { stored_bytes_max: 0 });

    expect((await workspace.send(largeEmail())).status).toBe(202);
    expect(await new StoredBytes(workspace).count()).toBeUndefined();
  });
});
