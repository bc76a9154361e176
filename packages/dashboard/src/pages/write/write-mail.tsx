import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useExampleSender } from '../../parts/curl';
import { SelectField, InputField, TextAreaField } from '../../parts/field';
import { buildHref, useFilters } from '../../parts/filters';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { addressOf } from '../../parts/format';
import { injectInboundMail } from '../../service/request-json';
import { control, type MailParts } from '../../service/control';
import { composeMail } from './compose-mail';

/** Sends an email to the service as an outside sender, either a new email or a reply. */
export function WriteMail() {
  const { response } = useFilters().filters;
  return (
    <Page title="Simulate inbound email" lead="Send an email to your address as an outside sender.">
      {response ? <WriteReply recipient={response} /> : <WriteForm />}
    </Page>
  );
}

function WriteReply({ recipient }: { recipient: string }) {
  const query = useQuery({
    queryKey: ['mail', recipient],
    queryFn: () => control.parts(recipient),
    staleTime: Infinity,
  });
  return <QueryBoundary query={query}>{(mail) => <WriteForm repliedMail={mail} />}</QueryBoundary>;
}

function WriteForm({ repliedMail }: { repliedMail?: MailParts }) {
  const exampleRecipient = useExampleSender();
  const send = useInjectMail(repliedMail);
  const header = (name: string) =>
    repliedMail?.headers.find((candidate) => candidate.name.toLowerCase() === name)?.value;
  return (
    <>
      {send.sentTo && <ArrivedNotice recipient={send.sentTo} />}
      <Form
        submitLabel="Deliver"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(formValues, form) => send.mutate(formValues, { onSuccess: () => form.reset() })}
      >
        <div className="pair">
          <InputField
            label="From"
            name="from"
            required
            defaultValue={addressOf(header('to') ?? 'kim@example.com')}
          />
          <InputField
            label="To"
            name="to"
            required
            defaultValue={addressOf(header('from') ?? exampleRecipient)}
          />
        </div>
        <InputField
          label="Subject"
          name="subject"
          defaultValue={repliedMail ? `Re: ${repliedMail.subject.replace(/^re:\s*/i, '')}` : ''}
        />
        <TextAreaField label="Text" name="text" rows={8} required />
        <AdvancedFields />
      </Form>
    </>
  );
}

function useInjectMail(repliedMail: MailParts | undefined) {
  const queryClient = useQueryClient();
  const [sentTo, setSentTo] = useState<string>();
  const mutation = useMutation({
    mutationFn: async (formValues: FormValues) => {
      const recipient = formValues.text('to');
      const raw = await composeMail({ ...readMail(formValues, repliedMail), to: recipient });
      await injectInboundMail(readEnvelope(formValues, recipient), raw);
      await control.settle();
      return recipient;
    },
    onSuccess: async (recipient) => {
      setSentTo(recipient);
      await queryClient.invalidateQueries();
    },
  });
  return { ...mutation, sentTo };
}

function ArrivedNotice({ recipient }: { recipient: string }) {
  return (
    <aside className="notice" data-tone="good" role="status">
      <h2>Email delivered</h2>
      <p>
        Email to {recipient} is in <Link href={buildHref('/conversations', {})}>the conversations</Link> if a
        domain of the workspace receives at this address.
      </p>
    </aside>
  );
}

const verdicts = [
  ['', 'Not set'],
  ['PASS', 'Pass'],
  ['FAIL', 'Fail'],
  ['GRAY', 'Gray'],
  ['PROCESSING_FAILED', 'Processing failed'],
] as const;

const checks = [
  ['spf', 'SPF'],
  ['dkim', 'DKIM'],
  ['dmarc', 'DMARC'],
  ['spam', 'Spam'],
  ['virus', 'Virus'],
] as const;

function AdvancedFields() {
  return (
    <details>
      <summary>HTML, attachments and SES verdicts</summary>
      <TextAreaField label="HTML" name="html" rows={4} spellCheck={false} />
      <InputField label="Attachments" name="files" type="file" multiple />
      <div className="pair">
        {checks.map(([name, label]) => (
          <SelectField key={name} label={label} name={name} options={verdicts} />
        ))}
      </div>
    </details>
  );
}

function readMail(formValues: FormValues, repliedMail: MailParts | undefined) {
  return {
    from: formValues.text('from'),
    subject: formValues.text('subject'),
    text: formValues.rawText('text'),
    html: formValues.rawText('html'),
    files: formValues.files('files'),
    inReplyTo: repliedMail?.message_id_header ?? undefined,
  };
}

function readEnvelope(formValues: FormValues, recipient: string): URLSearchParams {
  const query = new URLSearchParams({
    mail_from: addressOf(formValues.text('from')),
    rcpt: addressOf(recipient),
  });
  for (const [name] of checks) if (formValues.text(name)) query.set(name, formValues.text(name));
  return query;
}
