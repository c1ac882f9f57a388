import type { ReactNode } from 'react';
import type { Toaster } from '../../src/components/toaster.ts';
import { ChatPage } from './pages/chat-page.tsx';
import { ChatsPage } from './pages/chats-page.tsx';
import { ControlsPage } from './pages/controls-page.tsx';
import { AddFriendPage, FriendsPage, RequestsPage } from './pages/friends-pages.tsx';
import { DialogPage, MenuPage, SheetPage, SignOutPage } from './pages/overlay-pages.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { LoadingPage, NotFoundPage, SkeletonPage, StatusPage } from './pages/state-pages.tsx';
import { ToastPage } from './pages/toast-page.tsx';
import { RegisterPage, SignInPage, StartPage } from './pages/visitor-pages.tsx';

const pages: Record<string, (toaster: Toaster) => ReactNode> = {
  start: () => <StartPage />,
  'sign-in': () => <SignInPage />,
  register: () => <RegisterPage />,
  chats: () => <ChatsPage />,
  'chats-empty': () => <ChatsPage isEmpty />,
  'chats-offline': () => <ChatsPage status="offline" />,
  chat: () => <ChatPage />,
  'chat-failed': () => <ChatPage variant="failed" />,
  'chat-empty': () => <ChatPage variant="empty" />,
  friends: () => <FriendsPage />,
  requests: () => <RequestsPage />,
  'requests-empty': () => <RequestsPage isEmpty />,
  'add-friend': () => <AddFriendPage />,
  profile: () => <ProfilePage />,
  'not-found': () => <NotFoundPage />,
  loading: () => <LoadingPage />,
  skeleton: () => <SkeletonPage />,
  status: () => <StatusPage />,
  controls: () => <ControlsPage />,
  sheet: () => <SheetPage />,
  dialog: () => <DialogPage />,
  'sign-out': () => <SignOutPage />,
  menu: () => <MenuPage />,
  toasts: (toaster) => <ToastPage toaster={toaster} />,
};

interface CatalogueProps {
  page: string;
  toaster: Toaster;
}

/** One page, or the list of all. */
export function Catalogue({ page, toaster }: CatalogueProps) {
  const show = pages[page];
  if (show) return show(toaster);
  return (
    <main>
      <h1>Catalogue</h1>
      <ul>
        {Object.keys(pages).map((name) => (
          <li key={name}>
            <a href={`?page=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
