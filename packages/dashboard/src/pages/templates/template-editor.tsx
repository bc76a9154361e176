import { ApiError, type CarrierNest, type Template } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { InputField, TextAreaField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { RequestError } from '../../service/request-json';
import { useClient } from '../../service/client';
import { TemplatePreview } from './template-preview';
import { slugFieldProps } from './slug-field-props';

/** The content of a template. */
export interface TemplateContent {
  subject: string;
  html: string;
  text: string;
}

const contentOf = (saved: Template | undefined): TemplateContent => ({
  subject: saved?.subject ?? '',
  html: saved?.html ?? '',
  text: saved?.text ?? '',
});

const isSame = (first: TemplateContent, second: TemplateContent): boolean =>
  first.subject === second.subject && first.html === second.html && first.text === second.text;

/** The form of a template, next to a live preview. */
export function TemplateEditor({ saved }: { saved?: Template }) {
  const [content, setContent] = useState(contentOf(saved));
  const save = useSaveTemplate(saved);
  const isSaved = isSame(content, contentOf(saved));
  return (
    <div className="editor">
      <Form
        submitLabel={saved ? 'Save changes' : 'Save template'}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(formValues) => save.mutate(formValues)}
      >
        <div className="pair">
          <InputField
            label="Name"
            name="name"
            required
            maxLength={200}
            defaultValue={saved?.name}
            placeholder="Order shipped"
          />
          <InputField
            label="Slug"
            name="slug"
            {...slugFieldProps}
            defaultValue={saved?.slug}
            readOnly={saved !== undefined}
            placeholder="order-shipped"
          />
        </div>
        <ContentFields content={content} onChange={(change) => setContent({ ...content, ...change })} />
      </Form>
      <TemplatePreview content={content} saved={isSaved ? saved : undefined} />
    </div>
  );
}

interface ContentFieldsProps {
  content: TemplateContent;
  onChange: (change: Partial<TemplateContent>) => void;
}

function ContentFields({ content, onChange }: ContentFieldsProps) {
  return (
    <>
      <InputField
        label="Subject"
        name="subject"
        required
        maxLength={998}
        value={content.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
        placeholder="Order {{order_id}} has shipped"
      />
      <TextAreaField
        label="HTML"
        name="html"
        className="code"
        rows={16}
        required
        spellCheck={false}
        value={content.html}
        onChange={(event) => onChange({ html: event.target.value })}
        placeholder="<p>Hi {{name}}, your order shipped today.</p>"
        hint={
          'Values are HTML-escaped. Also available: {{name | "fallback"}}, {{#if name}}…{{else}}…{{/if}}, {{unsubscribe_url}}.'
        }
      />
      <TextAreaField
        label="Text"
        name="text"
        rows={6}
        value={content.text}
        onChange={(event) => onChange({ text: event.target.value })}
        hint="For clients that do not show HTML. Leave empty to generate the text from the HTML."
      />
    </>
  );
}

function useSaveTemplate(saved: Template | undefined) {
  const client = useClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (formValues: FormValues) => {
      const slug = saved?.slug ?? formValues.text('slug');
      if (!saved) await refuseTakenSlug(client, slug);
      return client.saveTemplate({
        slug,
        name: formValues.text('name'),
        subject: formValues.rawText('subject'),
        html: normalizeLineBreaks(formValues.rawText('html')),
        text: normalizeLineBreaks(formValues.rawText('text')) || null,
      });
    },
    onSuccess: async (template) => {
      queryClient.setQueryData(['template', template.slug], template);
      showToast('The template was saved. New sends use this version.');
      await queryClient.invalidateQueries({ queryKey: ['templates'] });
      if (!saved) navigate(`/templates/${template.slug}`, { replace: true });
    },
  });
}

/** Replaces CRLF, the line break of form data. */
const normalizeLineBreaks = (text: string): string => text.replaceAll('\r\n', '\n');

/** Refuses an existing slug, because saving a new template under that slug would replace the existing template. */
async function refuseTakenSlug(client: CarrierNest, slug: string): Promise<void> {
  try {
    await client.getTemplate(slug);
  } catch (error) {
    if (error instanceof ApiError && error.type === 'not_found') return;
    throw error;
  }
  throw new RequestError(
    409,
    `A template with the slug ${slug} already exists. Choose another slug, or edit that template.`,
  );
}
