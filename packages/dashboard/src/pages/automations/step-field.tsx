import type { Step, Template } from '@carrier-nest/sdk';
import { useState } from 'react';
import { SelectField, InputField, TextAreaField } from '../../parts/field';

export interface StepPosition {
  index: number;
  total: number;
}

interface StepFieldProps {
  position: StepPosition;
  /** The initial values, or undefined for an added step. */
  step: Step | undefined;
  templates: readonly Template[];
  onMove: (offset: 1 | -1) => void;
  onRemove: () => void;
}

export function StepField({ position, step, templates, onMove, onRemove }: StepFieldProps) {
  return (
    <fieldset>
      <legend>Step {position.index + 1}</legend>
      <StepActions position={position} onMove={onMove} onRemove={onRemove} />
      <DelayFields position={position} minutes={step?.delay_minutes ?? dayMinutes} />
      <InputField
        label="Subject"
        name="step_subject"
        required
        maxLength={998}
        defaultValue={step?.subject ?? ''}
        placeholder="Welcome, {{first_name}}"
      />
      <BodyFields step={step} templates={templates} />
    </fieldset>
  );
}

function StepActions({
  position: { index, total },
  onMove,
  onRemove,
}: Pick<StepFieldProps, 'position' | 'onMove' | 'onRemove'>) {
  const name = `step ${index + 1}`;
  return (
    <div className="actions">
      <button
        type="button"
        data-move={-1}
        disabled={index === 0}
        onClick={() => onMove(-1)}
        aria-label={`Move ${name} up`}
      >
        Up
      </button>
      <button
        type="button"
        data-move={1}
        disabled={index === total - 1}
        onClick={() => onMove(1)}
        aria-label={`Move ${name} down`}
      >
        Down
      </button>
      <button type="button" disabled={total === 1} onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </button>
    </div>
  );
}

const dayMinutes = 1_440;

const units = [
  ['1', 'minutes'],
  ['60', 'hours'],
  [`${dayMinutes}`, 'days'],
] as const;

function DelayFields({ position: { index }, minutes }: { position: StepPosition; minutes: number }) {
  const unit = units.findLast(([size]) => minutes % Number(size) === 0 && minutes > 0)?.[0] ?? '1';
  return (
    <div className="wait">
      <InputField
        label={index === 0 ? 'Delay after enrollment' : 'Delay after the previous step'}
        name="step_wait"
        type="number"
        required
        min={0}
        step={1}
        defaultValue={minutes / Number(unit)}
      />
      <SelectField label="Unit" name="step_unit" defaultValue={unit} options={units} />
    </div>
  );
}

function BodyFields({ step, templates }: Pick<StepFieldProps, 'step' | 'templates'>) {
  const [template, setTemplate] = useState(step?.template_slug ?? '');
  const isDeletedTemplate = template !== '' && !templates.some(({ slug }) => slug === template);
  return (
    <>
      <SelectField
        label="Content"
        name="step_template"
        value={template}
        onChange={setTemplate}
        options={[
          ['', 'Custom HTML'],
          ...templates.map(({ slug, name }) => [slug, `Template: ${name}`] as const),
          ...(isDeletedTemplate ? [[template, `Template: ${template} (deleted)`] as const] : []),
        ]}
        {...(template && { hint: 'Uses the HTML of the template at send time, with the subject above.' })}
      />
      {/* Stays in the form while a template is selected, so that typed HTML is not lost. */}
      <div hidden={template !== ''}>
        <TextAreaField
          label="HTML"
          name="step_html"
          rows={6}
          required={template === ''}
          defaultValue={step?.html ?? ''}
          spellCheck={false}
          placeholder="<p>Thanks for signing up, {{first_name}}.</p>"
        />
      </div>
    </>
  );
}
