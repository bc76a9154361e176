import fc from 'fast-check';
import { Service } from '../../support/service';
import { expectSameResultInEveryOrder, arbitraryScenario } from '../../support/engagement-scenario';

let service: Service;

/** Each scenario has a new runtime, because the workspaces of earlier scenarios would slow down every clock move. */
beforeEach(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.stop());

test.each(Array.from({ length: 4 }, (_, index) => index + 1))(
  'opens and clicks yield the same result in any order of SES reports: scenario %i',
  async () => {
    const scenario = arbitraryScenario({ emailCount: 30, orderCount: 4, roundCount: 6 });

    await fc.assert(
      fc.asyncProperty(scenario, (sample) => expectSameResultInEveryOrder(service, sample)),
      { numRuns: 1, endOnFailure: true },
    );
  },
  600_000,
);
