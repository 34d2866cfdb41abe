import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './controls.css';

interface SegmentedProps<T extends string | number | boolean> {
  readonly label: string;
  /** Null: none of them. */
  readonly value: T | null;
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
  readonly onChange: (value: T) => void;
  readonly hideLabel?: boolean;
  readonly help?: string | undefined;
}

/** A choice between a few things, all visible. */
export function Segmented<T extends string | number | boolean>(props: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend class={props.hideLabel ? 'hidden' : 'label'}>{props.label}</legend>
      <div class="segmented">
        {props.options.map((option) => (
          <label key={String(option.value)} class={`segment${option.disabled ? ' segment-off' : ''}`}>
            <input
              type="radio"
              name={name}
              checked={option.value === props.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {props.help && <p class="help">{props.help}</p>}
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly help?: string;
}

export function Switch({ label, value, onChange, help }: SwitchProps) {
  const id = useId();
  return (
    <div class="row-control">
      <label for={id}>
        {label}
        {help && <span class="help">{help}</span>}
      </label>
      <input
        id={id}
        class="switch"
        type="checkbox"
        role="switch"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly shown: string;
  readonly onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step = 1, shown, onChange }: SliderProps) {
  const id = useId();
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output for={id}>{shown}</output>
    </div>
  );
}

interface ButtonProps {
  readonly kind?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger';
  readonly onClick?: () => void;
  readonly href?: string;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Button({ kind = 'secondary', onClick, href, disabled, type = 'button', label, children }: ButtonProps) {
  if (href !== undefined) {
    return (
      <a class={`button button-${kind}`} href={href} aria-label={label}>
        {children}
      </a>
    );
  }
  return (
    <button type={type} class={`button button-${kind}`} disabled={disabled} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

export function IconButton(props: {
  label: string;
  onClick: () => void;
  children: ComponentChildren;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      title={props.label}
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
