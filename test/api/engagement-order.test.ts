import fc from 'fast-check';
import { Service } from '../support/service';
import { expectOneEnd, someWorld } from './support/engagement-orders';

let service: Service;

beforeAll(async () => {
  service = await Service.shared();
  await service.control('PATCH', '/settings', { auto_delivery: false });
}, 60_000);

afterAll(() => service.stop());

test('in whatever order opens and clicks are reported, the end is the same, and is what the rule says', async () => {
  const world = someWorld({ stories: 10, tellings: 3, turns: 3 });

  await fc.assert(
    fc.asyncProperty(world, (each) => expectOneEnd(service, each)),
    { numRuns: 1, endOnFailure: true },
  );
}, 180_000);
