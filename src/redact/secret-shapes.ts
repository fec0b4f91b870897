/* Keys and tokens with a known prefix, as their issuers document them. Lengths are the smallest ones seen:
 * a longer key is still a key. */
export const SECRET_SHAPES: readonly string[] = [
  // Model providers
  'sk-(?:proj-|ant-|or-|svcacct-)?[\\w-]{20,}',
  '(?:gsk|hf|r8|pplx|xai|tvly|nvapi|jina|fw|csk)[_-][A-Za-z0-9_-]{24,}',
  'AIza[\\w-]{30,}',
  // Clouds
  '(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ABIA|ACCA)[A-Z0-9]{16}',
  'ya29\\.[\\w-]{20,}',
  'GOCSPX-[\\w-]{20,}',
  'do[opr]_v1_[a-f0-9]{32,}',
  'LTAI[A-Za-z0-9]{16,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,}',
  // Code hosts and registries
  'gh[pousr]_[A-Za-z0-9]{30,}',
  'github_pat_\\w{40,}',
  'gl(?:pat|dt|rt|cbt|ptt|soat)-[\\w-]{18,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[\\w-]{40,}',
  'dckr_pat_[\\w-]{20,}',
  'ATATT[\\w=-]{30,}',
  // Chats and mail
  'xox[abeoprs]-[\\w-]{10,}',
  'xapp-[\\w-]{20,}',
  '\\d{6,12}:[A-Za-z0-9_-]{32,}',
  '[MNO][A-Za-z\\d]{22,27}\\.[\\w-]{6}\\.[\\w-]{25,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'key-[a-f0-9]{32}',
  '(?:AC|SK)[a-f0-9]{32}',
  // Payments and services
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}',
  'whsec_[A-Za-z0-9+/=]{24,}',
  'sq0[a-z]{3}-[\\w-]{20,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  '(?:lin_api|ntn|secret|figd|tskey|phc|phx|sntrys|vercel|sbp|sb_secret|PMAK|dapi|glsa|NRAK|re|patl?)[_-][A-Za-z0-9_-]{28,}',
  // Signed tokens
  'eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?',
]

/** Words before a value that is secret in any form. */
export const SECRET_WORDS: readonly string[] = [
  ...[
    'pass(?:word|wd|phrase|code)?',
    'pwd',
    '\\bpw',
    'passwort',
    'kennwort',
    'mot de passe',
    'mdp',
    'contrasena',
    'senha',
  ],
  ...[
    'haslo',
    'пароль',
    'пароля',
    'пасс?(?:ворд)?',
    'wachtwoord',
    'parola',
    'sifre',
    '密码',
    'パスワード',
    '비밀번호',
  ],
  ...[
    'secret',
    'api[ _-]?key',
    'apikey',
    'access[ _-]?key',
    'private[ _-]?key',
    'auth[ _-]?key',
    'token',
    'токен',
  ],
  ...['credentials?', 'client[ _-]?secret', 'ключ'],
]

/** Words before a short number that unlocks something. */
export const NUMBER_WORDS: readonly string[] = [
  'pin',
  'пин',
  'cvv2?',
  'cvc2?',
  'otp',
  'passcode',
  'пароль',
  'password',
  'pass',
]
