import fc from 'fast-check';
import { Service } from '../../support/service';
import { expectSameResultInEveryOrder, arbitraryScenario } from '../../support/engagement-scenario';

let service: Service;

/** A new runtime for each scenario, because the workspaces of earlier ones would slow down every move of the clock. */
beforeEach(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.stop());

test.each(Array.from({ length: 4 }, (_, index) => index + 1))(
  'opens and clicks yield the same result in any order in which SES reports them: scenario %i',
  async () => {
    const scenario = arbitraryScenario({ emailCount: 30, orderCount: 4, roundCount: 6 });

    await fc.assert(
      fc.asyncProperty(scenario, (sample) => expectSameResultInEveryOrder(service, sample)),
      { numRuns: 1, endOnFailure: true },
    );
  },
  600_000,
);
