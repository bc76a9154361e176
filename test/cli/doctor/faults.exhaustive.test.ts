import { expectFound } from './support/expect-found';
import { faults } from './support/faults';
import { World } from './support/world';

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(() => world?.stop());

test.each(faults.map((fault) => [fault.what, fault] as const))(
  '%s: it is found, and all else is well',
  async (_what, fault) => {
    expectFound(await world.lookAtFaults([fault]), [fault]);
  },
);
