import { lookAtEveryPage } from '../support/every-page';

lookAtEveryPage({ axeOn: ['1440 light'] });
