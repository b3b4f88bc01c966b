/** Tabs as radio buttons: they work without scripts and by keyboard. Pure. */
import type { ComponentChildren } from 'preact';

interface Tab {
  title: string;
  /** Of its radio button. Default the title. */
  value?: string;
}

interface TabListProps {
  /** What the tabs show, for screen readers. */
  label: string;
  /** Tells them apart from other tabs of the page. */
  group: string;
  tabs: readonly Tab[];
  /** The tab in front at first. Default the first. */
  front?: string | undefined;
  class?: string;
  /** The form that the radio buttons belong to, where that is not the one around them. */
  form?: string;
  /** Whether Alt and a digit select a tab. */
  hasShortcuts?: boolean | undefined;
}

/** The row of tabs. A panel for each follows it in the same element, in the same order. */
export function TabList({ label, group, tabs, front, form, hasShortcuts, ...props }: TabListProps) {
  return (
    <fieldset class={props.class ?? 'tablist'}>
      <legend class="hidden">{label}</legend>
      {tabs.map(({ title, value = title }, index) => (
        <label>
          <input
            type="radio"
            name={group}
            form={form}
            value={value}
            defaultChecked={front === undefined ? index === 0 : value === front}
            aria-keyshortcuts={hasShortcuts ? `Alt+${index + 1}` : undefined}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface TabsProps extends Pick<TabListProps, 'label' | 'group' | 'front' | 'hasShortcuts'> {
  /** A tab that is false is left out. */
  tabs: readonly (false | (Tab & { content: ComponentChildren }))[];
  id?: string;
  /** Whether the tab that the reader chose last is in front, wherever that was. */
  isRemembered?: boolean;
}

/** Tabs with their panels. */
export function Tabs({ id, isRemembered = false, tabs: all, ...list }: TabsProps) {
  const tabs = all.filter((tab) => tab !== false);
  return (
    <div class="tabs" id={id} data-remember={isRemembered ? list.group : undefined}>
      <TabList {...list} tabs={tabs} />
      {tabs.map(({ content }) => (
        <div class="panel">{content}</div>
      ))}
    </div>
  );
}
