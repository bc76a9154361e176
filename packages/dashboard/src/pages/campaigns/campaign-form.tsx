import type { Broadcast } from '@carrier-nest/sdk';
import { useState } from 'react';
import { Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { placeholdersIn } from '../../parts/placeholders';
import { Rendered } from '../templates/rendered';
import { Content, type CampaignCopy } from './content-fields';
import type { Choices } from './choices';
import { testOf, type Start, type TestDraft } from './draft';
import { Fixed } from './fixed';
import { From, Whom } from './audience-fields';
import { forKim, kim } from './sample';
import { TestFields } from './test-fields';

interface CampaignFormProps {
  action: string;
  start: Start;
  /** What can be chosen, of one that is not there yet. */
  choices?: Choices;
  /** The draft that is changed: whom it is for and from stays. */
  draft?: Broadcast;
  isBusy: boolean;
  error: unknown;
  onSubmit: (entered: Entered, test: TestDraft | undefined) => void;
}

/** What a campaign says and to whom, and beside it how it reads. */
export function CampaignForm({ start, choices, draft, onSubmit, ...form }: CampaignFormProps) {
  const [copy, setCopy] = useState<CampaignCopy>({ subject: start.subject ?? '', html: start.html ?? '' });
  const [test, setTest] = useState(testOf(start));
  return (
    <div className="editor">
      <Form {...form} onSubmit={(entered) => onSubmit(entered, test)}>
        <Field
          label="Name"
          name="name"
          required
          maxLength={200}
          defaultValue={start.name}
          placeholder="October"
          hint="For you. Nobody who gets the mail sees it."
        />
        {choices && <Whom start={start} choices={choices} />}
        {draft && <Fixed campaign={draft} />}
        <From start={start} {...(choices && { domains: choices.domains })} />
        <Content copy={copy} onChange={setCopy} />
        <TestFields test={test} start={start} subject={copy.subject} onChange={setTest} />
      </Form>
      <HowItReads copy={copy} />
    </div>
  );
}

function HowItReads({ copy }: { copy: CampaignCopy }) {
  const attributes = placeholdersIn(copy.subject, copy.html).filter((name) => !(name in kim));
  return (
    <section className="preview" aria-labelledby="how-it-reads">
      <h2 id="how-it-reads">How it reads</h2>
      <p className="quiet">
        For somebody called Kim Berger. A footer follows, with the postal address and the way to unsubscribe.
      </p>
      <Rendered of={{ ...forKim(copy), text: null }} />
      {attributes.length > 0 && (
        <p className="quiet">
          Each contact has an attribute of its own for <code>{attributes.join(', ')}</code>, or it is empty.
        </p>
      )}
    </section>
  );
}
