import { onlyReceivedMessage, receiveInboundMail } from '../../support/inbound-mails';
import { createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();

// U-7
test('a workspace whose sends are refused for billing reasons receives email', async () => {
  const workspace = await createTestWorkspace(service, { plan: 'free', emails_used: 3_000 });
  const refused = await workspace.send();

  await receiveInboundMail(workspace, { subject: 'Are you there?', body: 'Please answer.' });

  expect(refused).toMatchObject({ status: 402, body: { error: { type: 'plan_limit_reached' } } });
  expect(await onlyReceivedMessage(workspace)).toMatchObject({ text: 'Please answer.' });
});
