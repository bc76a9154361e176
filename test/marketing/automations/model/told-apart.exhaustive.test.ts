import { expectAsTheModel } from '../../../support/automations/commands';
import { Model, type Name, type Person } from '../../../support/automations/model';

class RepliesEndNothing extends Model {
  override reply(): void {}
}

class PausesHoldNothing extends Model {
  override pause(): void {}
}

/** Seen from the model, the service has lost it. */
class OneMailIsNotSeen extends Model {
  override enrol(name: Name, person: Person, now: number): string | null {
    const reason = super.enrol(name, person, now);
    if (reason === null && name === 'trial') this.mailed.push(`trial 1 to ${person}`);
    return reason;
  }
}

test.each([
  ['whose replies end nothing', RepliesEndNothing],
  ['whose pauses hold nothing', PausesHoldNothing],
  ['that loses a mail', OneMailIsNotSeen],
])('a service is told apart from a model %s', (_what, Other) => {
  const sample = { sequences: 100, seed: 1, shrinks: false };

  return expect(expectAsTheModel(() => new Other(), sample)).rejects.toThrow('Property failed');
});
