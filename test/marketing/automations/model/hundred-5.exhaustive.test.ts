import { Model } from '../../../support/automations/model';
import { testSequences } from '../../../support/automations/commands';

testSequences(() => new Model(), { sequences: 100, seed: 5 });
