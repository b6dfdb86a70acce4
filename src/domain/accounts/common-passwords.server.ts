/**
 * Common passwords in lower case. Shorter ones than the minimum length are included because people append a year or an
 * exclamation mark to them.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password passwords passw passwort motdepasse contrasena contraseña senha parola wachtwoord losenord salasana haslo
  passwordpassword passwordone mypassword yourpassword thepassword newpassword oldpassword nopassword nosecret
  password1234 password12345 password123456 password1password passwordabc passwordqwerty passwordadmin
  changeme changemenow changethis changeit pleasechange letmein letmeinnow letmeinplease openup opensesame
  welcome welcomeback welcomehome welcometo welcomeagain hello hellohello helloworld helloword hithere goodmorning
  admin administrator adminadmin adminpassword adminroot superadmin superuser rootroot rootpassword toor
  root master masterkey mastermaster system sysadmin webmaster hostmaster postmaster localhost guest guestguest
  user username useruser userpassword default defaultpassword testing testtest testtesttest testpassword temp
  temporary temppassword demo demodemo example secret secretsecret secretpassword topsecret verysecret private
  login loginlogin signin account access accessgranted security secure password-1 iamadmin
  qwerty qwertyqwerty qwertyui qwertyuiop qwertyuiopasdf qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertz qwertzuiop azerty
  azertyuiop asdfasdf asdfghjkl asdfghjklqwerty zxcvbnm zxcvbnmasdf qazwsx qazwsxedc qazwsxedcrfv 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 zaq12wsx zaq1xsw2 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y a1b2c3d4 a1b2c3d4e5 abc123 abcd1234 abcd12345
  abcdefghij abcdefg aabbccdd aaaabbbb 1a2b3c4d 1a2b3c4d5e 1234567890 12345678910 123456789a 123456789abc 0123456789 9876543210
  0987654321 1029384756 1122334455 1111111111 0000000000 1212121212 1231231231 123123123123 123321123321 147258369
  1472583690 159753 159357 741852963 789456123 7894561230 987654321 1234512345 1234554321 123qweasdzxc 123qweasd 123qwe456rty
  iloveyou iloveyouso iloveyou1234 iloveyoubaby iloveyouforever iloveyoutoo ilovemyself iloveme ilovegod ilovejesus ilovemom
  ilovemum ilovemyfamily ilovelife ilovemusic iloveyoumore loveyou loveyouforever loveme lovelove lovelovelove lovelife
  loverboy lovergirl truelove mylove mylife mybaby babygirl babyboy babybaby sweetheart sweetie sweetlove darling
  forever foreverlove foreveryoung friends bestfriend bestfriends friendship family familyfirst myfamily mother motherlove
  father brother sister daughter princess princesa prince angel angels angelbaby beautiful gorgeous handsome butterfly
  butterflies sunshine sunshines moonlight starlight midnight rainbow rainbows summer summertime winter wintertime
  spring springtime autumn january february september october november december monday tuesday wednesday thursday
  friday saturday sunday strawberry strawberries blueberry raspberry chocolate chocolates cheesecake icecream watermelon
  pineapple coffee cookie cookies cupcake pancake banana bananas peanut peanutbutter butterscotch cinnamon
  football footballer basketball baseball volleyball softball hockey tennis soccer liverpool liverpoolfc manchester
  manchesterunited manunited chelsea chelseafc arsenal arsenalfc barcelona barcelonafc realmadrid juventus bayern
  bayernmunchen galatasaray fenerbahce besiktas dortmund corinthians flamengo palmeiras americalatina mustang ferrari
  lamborghini mercedes porsche corvette chevrolet chevelle yamaha kawasaki harley harleydavidson motorcycle
  superman batman spiderman spider-man ironman wonderwoman hulk captainamerica thor avengers starwars startrek
  skywalker lukeskywalker darthvader jedi harrypotter hogwarts gryffindor gandalf lordoftherings matrix terminator
  pokemon pikachu charizard naruto sasuke dragonball dragonballz onepiece minecraft roblox fortnite callofduty
  counterstrike warcraft worldofwarcraft leagueoflegends playstation nintendo gameboy supermario mariokart zelda sonic
  hedgehog metallica nirvana slipknot linkinpark greenday blink182 beatles thebeatles elvispresley michaeljackson
  madonna eminem beyonce rihanna justinbieber onedirection taylorswift
  dragon dragons dragonfly monkey monkeys monkeyboy tiger tigers elephant elephants dolphin dolphins butterfly1 panther
  scorpion phoenix unicorn unicorns wolverine werewolf vampire shadow shadows blackcat blackdog whitecat kitty kittycat
  hellokitty puppy puppies doggie snoopy garfield mickey mickeymouse minniemouse donaldduck tinkerbell winniethepooh
  computer computers internet microsoft windows windowsxp google googlegoogle facebook instagram twitter youtube linkedin samsung
  iphone apple android motorola nokia vodafone telephone hotmail gmail yahoo outlook
  london newyork newyorkcity losangeles california chicago texas florida australia america american england scotland
  ireland germany deutschland france paris barcelona1 madrid italia brasil brazil argentina mexico canada india
  pakistan nigeria southafrica kenya ghana egypt morocco ethiopia africa
  jesus jesuschrist jesuslovesme jesusislord jesus4ever christ christian godisgood godislove godbless godblessme
  blessed blessings heaven hallelujah bismillah allah allahuakbar muhammad mohammed
  michael michelle jennifer jessica elizabeth alexander alexandra benjamin catherine charlotte christina christine
  christopher danielle dominique francisco gabriel gabriella isabella jonathan joshua katherine margaret matthew
  nathaniel nicholas patricia patrick rebecca robert samantha sebastian stephanie theodore victoria william
  whatever whatever1 whatsup fuckyou fuckyou2 fuckoff fuckme asshole bullshit bitch motherfucker trustno1 trustnoone
  nothing something anything everything computer1 killer hunter ranger soldier warrior ninja pirate wizard genius
  freedom liberty peace paradise fantasy dreamer dreams destiny diamond diamonds crystal silver golden platinum purple
  orange yellow black white blackwhite blackandwhite bluesky redrose redroses flower flowers
  correcthorsebatterystaple thisismypassword thisisapassword ihatepasswords ihateyou idontknow idontcare iforgot
  dontforget rememberme remember passphrase passcode password! p@ssword p@ssw0rd pa55word pa55w0rd
  journalist journalism newspaper newsroom editor editorial publisher meridian
  `
    .trim()
    .split(/\s+/),
);
