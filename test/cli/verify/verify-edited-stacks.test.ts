import { startEditedRuntime } from './support/start-edited-runtime';
import { causesIn, runVerify } from './support/run-verify';

test('verify names the cause: no receipt rule, and the queues of campaigns and webhooks have no worker (CL-3)', async () => {
  const { at, stop } = await startEditedRuntime({
    without: /^ReceiveAll|^runCampaignsSqsEventSource|^deliverWebhookSqsEventSource/,
  });

  const report = await runVerify(at, { only: ['send', 'inbound', 'campaign', 'webhook'] });

  await stop();
  expect(causesIn(report)).toEqual({
    inbound: expect.stringContaining('its receipt rule is missing'),
    campaign: expect.stringContaining('runCampaigns does not read its queue'),
    webhook: expect.stringContaining('deliverWebhook does not read its queue'),
  });
});

test('verify names the cause: the topic of SES events has no subscription, and links have a wrong address (CL-3)', async () => {
  const { at, stop } = await startEditedRuntime({
    without: /^recordEmailEventsQueueCarrierNestlocalMailEmailEvents/,
    environment: { PUBLIC_URL: 'http://127.0.0.1:9' },
  });

  const report = await runVerify(at, { only: ['send', 'inbound', 'unsubscribe'] });

  await stop();
  expect(causesIn(report)).toEqual({
    send: expect.stringContaining('No SES event of any domain is recorded'),
    unsubscribe: expect.stringMatching(
      /^The links in emails point to http:\/\/127\.0\.0\.1:9, but the service is at http/,
    ),
  });
});

test('verify names the cause: sendEmail may not write to the queue of wakeups, and the sweep has stopped (CL-3)', async () => {
  const { at, stop } = await startEditedRuntime({ without: /^drainDueWorkSweep/ });
  await fetch(`${at.console}/control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      service: 'sqs',
      operation: 'SendMessageBatch',
      function: 'sendEmail',
      error: 'AccessDeniedException',
    }),
  });

  const report = await runVerify(at, { only: ['schedule'] });

  await stop();
  expect(causesIn(report)).toEqual({
    schedule: expect.stringContaining('sendEmail may not write to the queue of wakeups'),
  });
});
