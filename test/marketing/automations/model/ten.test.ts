import { Model } from '../../../support/automations/model';
import { testSequences } from '../../../support/automations/commands';

testSequences(() => new Model(), { sequences: 10, seed: 20_261_123 });
