import { expectToMatchModel } from '../../../support/automations/commands';
import { Model, type AutomationName, type Person } from '../../../support/automations/model';

class IgnoresReplies extends Model {
  override reply(): void {}
}

class IgnoresPauses extends Model {
  override pause(): void {}
}

/** A model that expects an email that the service never sends, as if the service had lost the email. */
class ExpectsExtraMail extends Model {
  override enroll(name: AutomationName, person: Person, now: number): string | null {
    const reason = super.enroll(name, person, now);
    if (reason === null && name === 'trial') this.sentMails.push(`trial 1 to ${person}`);
    return reason;
  }
}

test.each([
  ['that ignores replies', IgnoresReplies],
  ['that ignores pauses', IgnoresPauses],
  ['that expects an extra email', ExpectsExtraMail],
])('the comparison detects a model %s', (_fault, FaultyModel) => {
  const sample = { sequences: 100, seed: 1, shrinks: false };

  return expect(expectToMatchModel(() => new FaultyModel(), sample)).rejects.toThrow('Property failed');
});
