import type { Broadcast } from '@carrier-nest/sdk';
import { useState } from 'react';
import { InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { findPlaceholders } from '../../parts/placeholders';
import { MailPreview } from '../templates/mail-preview';
import { ContentFields, type CampaignText } from './content-fields';
import type { FormOptions } from './form-options';
import { toTestDraft, type CampaignFormValues, type TestDraft } from './campaign-draft';
import { FixedFields } from './fixed-fields';
import { SenderFields, AudienceFields } from './audience-fields';
import { renderForSampleContact, sampleContact } from './sample';
import { TestFields } from './test-fields';

interface CampaignFormProps {
  submitLabel: string;
  initialValues: CampaignFormValues;
  /** The choices for a new campaign. */
  formOptions?: FormOptions;
  /** The draft to edit. Its recipients and its domain cannot change. */
  draft?: Broadcast;
  isBusy: boolean;
  error: unknown;
  onSubmit: (formValues: FormValues, test: TestDraft | undefined) => void;
}

/** The form of a campaign, next to a live preview. */
export function CampaignForm({
  initialValues,
  formOptions,
  draft,
  onSubmit,
  ...formProps
}: CampaignFormProps) {
  const [content, setContent] = useState<CampaignText>({
    subject: initialValues.subject ?? '',
    html: initialValues.html ?? '',
  });
  const [test, setTest] = useState(toTestDraft(initialValues));
  return (
    <div className="editor">
      <Form {...formProps} onSubmit={(formValues) => onSubmit(formValues, test)}>
        <InputField
          label="Name"
          name="name"
          required
          maxLength={200}
          defaultValue={initialValues.name}
          placeholder="October"
          hint="Recipients do not see the name."
        />
        {formOptions && <AudienceFields initialValues={initialValues} formOptions={formOptions} />}
        {draft && <FixedFields campaign={draft} />}
        <SenderFields initialValues={initialValues} {...(formOptions && { domains: formOptions.domains })} />
        <ContentFields content={content} onChange={setContent} />
        <TestFields test={test} initialValues={initialValues} subject={content.subject} onChange={setTest} />
      </Form>
      <CampaignFormPreview content={content} />
    </div>
  );
}

function CampaignFormPreview({ content }: { content: CampaignText }) {
  const contactAttributes = findPlaceholders(content.subject, content.html).filter(
    (name) => !(name in sampleContact),
  );
  return (
    <section className="preview" aria-labelledby="how-it-reads">
      <h2 id="how-it-reads">Preview</h2>
      <p className="quiet">
        Rendered for a contact named Kim Berger. The sent email also has a footer with the postal address and
        an unsubscribe link.
      </p>
      <MailPreview mail={{ ...renderForSampleContact(content), text: null }} />
      {contactAttributes.length > 0 && (
        <p className="quiet">
          Filled from the attributes of each contact: <code>{contactAttributes.join(', ')}</code>. A missing
          attribute is empty.
        </p>
      )}
    </section>
  );
}
