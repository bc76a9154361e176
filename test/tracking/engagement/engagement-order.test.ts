import fc from 'fast-check';
import { expectSameResultInEveryOrder, arbitraryScenario } from '../../support/engagement-scenario';
import { useService } from '../../support/use-service';

const service = useService();

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

// EV-19
test('opens and clicks yield the same result in any order of SES reports', async () => {
  const scenario = arbitraryScenario({ emailCount: 10, orderCount: 3, roundCount: 3 });

  await fc.assert(
    fc.asyncProperty(scenario, (sample) => expectSameResultInEveryOrder(service, sample)),
    { numRuns: 1, endOnFailure: true },
  );
});
