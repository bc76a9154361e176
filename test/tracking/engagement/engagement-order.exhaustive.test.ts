import fc from 'fast-check';
import { Service } from '../../support/service';
import { expectOneEnd, someWorld } from '../../support/engagement-orders';

let service: Service;

/** Each world has workspaces of its own: in one runtime they would slow down every move of the clock. */
beforeEach(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.stop());

test.each(Array.from({ length: 4 }, (_, at) => at + 1))(
  'in whatever order opens and clicks are reported, the end is the same, and is what the rule says: world %i',
  async () => {
    const world = someWorld({ stories: 30, tellings: 4, turns: 6 });

    await fc.assert(
      fc.asyncProperty(world, (each) => expectOneEnd(service, each)),
      { numRuns: 1, endOnFailure: true },
    );
  },
  600_000,
);
