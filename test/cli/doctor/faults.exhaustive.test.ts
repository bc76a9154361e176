import { expectFaultsFound } from './support/expect-found';
import { faults } from './support/faults';
import { DoctorEnvironment } from './support/doctor-environment';

let doctorEnvironment: DoctorEnvironment;

beforeAll(async () => {
  doctorEnvironment = await DoctorEnvironment.start();
});

afterAll(() => doctorEnvironment.stop());

test.each(faults.map((fault) => [fault.what, fault] as const))(
  '%s: exactly this fault is found',
  async (_what, fault) => {
    expectFaultsFound(await doctorEnvironment.checkWithFaults([fault]), [fault]);
  },
);
