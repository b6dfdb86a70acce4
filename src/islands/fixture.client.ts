import { TOAST, toast } from './toast.ts';
import { showToast } from './toaster.ts';
import { wakeIslands } from './wake.ts';

wakeIslands({
  counter: () => import('./fixture.tsx').then(({ Counter }) => Counter),
  'note-form': () => import('./fixture.tsx').then(({ NoteForm }) => NoteForm),
  brittle: () => import('./fixture.tsx').then(({ Brittle }) => Brittle),
});
document.addEventListener(TOAST, ({ detail }) => showToast(detail));
document.querySelector('#raise')?.addEventListener('click', () => {
  toast({
    title: 'Subscribed!',
    description: 'Thank you for subscribing to the newsletter',
    kind: 'success',
  });
});
document.querySelector('#fail')?.addEventListener('click', () => toast({ title: 'Failed', kind: 'error' }));
