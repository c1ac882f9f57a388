import { describe, expect, it } from 'vitest';
import { enUs } from './en-us.ts';

/** Specification §2, §5 and §8: these words are law, whatever else changes. */
const words: readonly (readonly [shown: string, written: string])[] = [
  [enUs.auth.loginWithCredentials, 'Login with credentials'],
  [enUs.auth.scanToSignIn, 'Scan to sign in'],
  [enUs.scan.title, 'Scan a QR code from the App'],
  [enUs.scan.again, 'Scan again'],
  [enUs.auth.continueUsingBrowser, 'Continue using browser'],
  [enUs.auth.openInstalledApp, 'Open the app if you already installed'],
  [enUs.auth.authenticated, 'Authenticated'],
  [enUs.notFound.title, 'Page Not Found'],
  [enUs.notFound.goHome, 'Go Home'],
  [enUs.chats.empty, 'No message'],
  [enUs.friends.requestsEmpty, 'No request'],
  [enUs.posts.empty, 'no post'],
  [enUs.posts.noComment, 'no comment'],
  [enUs.posts.mine, 'My Posts'],
  [enUs.posts.all, 'All Posts'],
  [enUs.posts.deleteConfirm, 'Are you sure to delete this post?'],
  [enUs.action.showMore, 'show more'],
  [enUs.permission.denied, 'Permission denied'],
  [enUs.permission.dismissed, 'Permission dismissed'],
  [enUs.validation.required, 'Required'],
  [enUs.validation.age, 'Age can not be less than 13'],
  [enUs.validation.passwordsDiffer, "Passwords don't match"],
  [enUs.validation.codeLength, 'Must contain 13 characters'],
  [enUs.success.postCreated, 'Post successfully created'],
  [enUs.success.postUpdated, 'Post successfully updated'],
  [enUs.success.postDeleted, 'Post successfully deleted'],
  [enUs.success.friendRequestSent, 'Friend request successfully sent'],
  [enUs.success.passwordUpdated, 'Password successfully updated'],
  [enUs.success.friendRequestAccepted, 'Friend request accepted'],
  [enUs.success.friendRequestRejected, 'Friend request rejected'],
  [enUs.success.profileUpdated, 'Profile successfully updated'],
  [enUs.success.passwordResetSent, 'Password Reset successfully sent'],
  [enUs.success.accountCreated, 'Account successfully created'],
  [enUs.time.aSecondAgo, 'a second ago'],
  [enUs.time.aFewSecondsAgo, 'a few seconds ago'],
  [enUs.time.secondsAgo_other, '{{count}} seconds ago'],
  [enUs.time.minutesAgo_other, '{{count}} minutes ago'],
  [enUs.time.daysAgo_other, '{{count}} days ago'],
];

describe('the labels and messages of the specification', () => {
  it.each(words)('%s', (shown, written) => {
    expect(shown).toBe(written);
  });
});
