import { expectFaultsFound } from './support/expect-found';
import { faults } from './support/faults';
import { DoctorEnvironment } from './support/doctor-environment';

let doctorEnvironment: DoctorEnvironment;

beforeAll(async () => {
  doctorEnvironment = await DoctorEnvironment.start();
});

afterAll(() => doctorEnvironment.stop());

test.each(faults.map((fault) => [fault.what, fault] as const))(
  'the doctor finds exactly this fault: %s',
  async (_what, fault) => {
    expectFaultsFound(await doctorEnvironment.checkWithFaults([fault]), [fault]);
  },
);
