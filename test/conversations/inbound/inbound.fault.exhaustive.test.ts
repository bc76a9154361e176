import { receiveInboundMail } from '../../support/inbound-mails';
import { Service } from '../../support/service';
import {
  buildReply,
  createConversation,
  receiveCalls,
  expectReceived,
  injectFaultAt,
  advanceToNextAttempt,
} from '../../support/faults/inbound-reply';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

test('an inbound message makes exactly the listed AWS calls', async () => {
  const conversation = await createConversation(service);
  const now = await service.now();

  await receiveInboundMail(conversation.workspace, buildReply(conversation));

  const rows = (await service.calls(now)).filter((row) => row.function.endsWith('-receiveMail'));
  expect(rows.map((row) => `${row.service} ${row.operation}`).sort()).toEqual(
    receiveCalls.map(({ awsCall }) => awsCall).sort(),
  );
  await expectReceived(conversation);
});

const crashPoints = receiveCalls.flatMap((call) =>
  (['before', 'after'] as const).map((crash) => ({
    call,
    crash,
    name: `${crash} the call for ${call.what}`,
  })),
);

test.each(crashPoints)(
  'an inbound message whose worker is killed $name is recorded once by the next attempt',
  async ({ call, crash }) => {
    const conversation = await createConversation(service);
    await injectFaultAt(service, call, { crash, times: 1 });

    await receiveInboundMail(conversation.workspace, buildReply(conversation));
    await advanceToNextAttempt(service);

    await expectReceived(conversation);
  },
);
