import { anEmail } from '../support/factories';
import { useService } from '../support/use-service';

const service = useService();

test('a first email is sent, appears in the outbox and is delivered', async () => {
  const sent = await service.api('POST', '/v1/emails', { body: anEmail() });
  await service.settle();

  const email = await service.api('GET', `/v1/emails/${sent.body.id}`);
  const [mail] = await service.outbox(`?message_id=${sent.body.id}`);

  expect(sent.status).toBe(202);
  expect(sent.body).toMatchObject({ status: 'sent', skipped: false });
  expect(mail).toMatchObject({ message_id: sent.body.id, to: ['kim@example.com'] });
  expect(email.body.status).toBe('delivered');
  expect(email.body.events.map(({ type }: { type: string }) => type)).toEqual(['send', 'delivery']);
});

// EV-9
test('an address that bounces permanently is suppressed, and the next email to it is skipped', async () => {
  const first = await service.api('POST', '/v1/emails', {
    body: anEmail({ to: 'bounce@simulator.amazonses.com' }),
  });
  await service.settle();

  const bounced = await service.api('GET', `/v1/emails/${first.body.id}`);
  const second = await service.api('POST', '/v1/emails', {
    body: anEmail({ to: 'bounce@simulator.amazonses.com' }),
  });

  expect(bounced.body.status).toBe('bounced');
  expect(bounced.body.events.at(-1)).toMatchObject({ type: 'bounce', sub_type: 'Permanent' });
  expect(second).toMatchObject({
    status: 202,
    body: { status: 'rejected', skipped: true, reason: 'suppressed:hard_bounce' },
  });
});
