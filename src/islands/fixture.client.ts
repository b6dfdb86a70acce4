import { TOAST_EVENT, toast } from './toast.ts';
import { showToast } from './toaster.ts';
import { scheduleHydration } from './schedule-hydration.ts';

scheduleHydration({
  counter: () => import('./fixture.tsx').then(({ Counter }) => Counter),
  'note-form': () => import('./fixture.tsx').then(({ NoteForm }) => NoteForm),
  'fails-in-browser': () => import('./fixture.tsx').then(({ FailsInBrowser }) => FailsInBrowser),
});
document.addEventListener(TOAST_EVENT, ({ detail }) => showToast(detail));
document.querySelector('#raise')?.addEventListener('click', () => {
  toast({
    title: 'Subscribed!',
    description: 'Thank you for subscribing to the newsletter',
    kind: 'success',
  });
});
document.querySelector('#fail')?.addEventListener('click', () => toast({ title: 'Failed', kind: 'error' }));
