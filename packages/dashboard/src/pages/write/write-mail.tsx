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

/** As somebody else: to the service, or in answer to a mail of it. */
export function WriteMail() {
  const { response } = useFilters().filters;
  return (
    <Page
      title="Write a mail"
      lead="As somebody elsewhere, to an address of yours. It arrives as mail does on AWS."
    >
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
        submitLabel="Let it arrive"
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
      <h2>It arrived</h2>
      <p>
        Mail to {recipient} is in <Link href={buildHref('/conversations', {})}>the conversations</Link>,
        unless no domain of the workspace receives there.
      </p>
    </aside>
  );
}

const verdicts = [
  ['', 'Not said'],
  ['PASS', 'Pass'],
  ['FAIL', 'Fail'],
  ['GRAY', 'Gray'],
  ['PROCESSING_FAILED', 'Could not be told'],
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
      <summary>HTML, attachments, and what the mail provider finds out</summary>
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
