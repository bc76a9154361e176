import { arrives } from '../../support/inbox';
import { Service } from '../../support/service';
import {
  anAnswer,
  answered,
  calls,
  expectReceived,
  order,
  untilNextTry,
} from '../../support/faults/answered';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

test('the table of calls names every AWS call that the notice makes', async () => {
  const given = await answered(service);
  const now = await service.now();

  await arrives(given.desk, anAnswer(given));

  const rows = (await service.calls(now)).filter((row) => row.function.endsWith('-receiveMail'));
  expect(rows.map((row) => `${row.service} ${row.operation}`).sort()).toEqual(
    calls.map(({ at }) => at).sort(),
  );
  await expectReceived(given);
});

const deaths = calls.flatMap((call) =>
  (['before', 'after'] as const).map((crash) => ({ call, crash, name: `${crash} ${call.what}` })),
);

test.each(deaths)('a worker killed $name: the next try records it once', async ({ call, crash }) => {
  const given = await answered(service);
  await order(service, call, { crash, times: 1 });

  await arrives(given.desk, anAnswer(given));
  await untilNextTry(service);

  await expectReceived(given);
});
