import fc from 'fast-check';
import { expectOneEnd, someWorld } from '../../support/engagement-orders';
import { theService } from '../../support/the-service';

const service = theService();

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

test('in whatever order opens and clicks are reported, the end is the same, and is what the rule says', async () => {
  const world = someWorld({ stories: 10, tellings: 3, turns: 3 });

  await fc.assert(
    fc.asyncProperty(world, (each) => expectOneEnd(service, each)),
    { numRuns: 1, endOnFailure: true },
  );
});
