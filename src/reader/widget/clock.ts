/** Specification, section 9: the clock refreshes each second. */
const REFRESH_MS = 1000;

const { lang } = document.documentElement;
const FORMATS = {
  // `en`: 12 hours, as the specification writes them.
  time: new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' }),
  weekday: new Intl.DateTimeFormat(lang, { weekday: 'long' }),
  date: new Intl.DateTimeFormat(lang, { month: 'long', day: 'numeric', year: 'numeric' }),
};

/** Updates the clock in the reader's time zone, only while the panel is open. */
export function runClock(widget: HTMLElement): void {
  const panel = widget.querySelector<HTMLElement>('[popover]');
  if (panel === null) return;
  let timer: ReturnType<typeof setInterval> | undefined;
  panel.addEventListener('beforetoggle', (event) => {
    clearInterval(timer);
    if (event.newState !== 'open') return;
    show(panel);
    timer = setInterval(() => show(panel), REFRESH_MS);
  });
}

function show(panel: HTMLElement): void {
  const now = new Date();
  for (const [part, format] of Object.entries(FORMATS)) {
    const element = panel.querySelector(`[data-clock="${part}"]`);
    const text = format.format(now);
    if (element !== null && element.textContent !== text) element.textContent = text;
  }
}
