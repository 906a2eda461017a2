/** More of general English: words for the same thing, or for things that belong together, one group a line. */
export const GENERAL_WORDS = `
body arm leg knee hand foot feet back shoulder neck head eye eyes ear tooth teeth
eye eyes eyesight vision sight blind colour-blind short-sighted glasses
ear hearing deaf hear
tooth teeth dentist dental
voice sing singing choir song vocal
choir chorus singing music
practise practice rehearse rehearsal rehearses exercise
theatre theater stage play drama
dance dancing ballet
art artist painting museum gallery exhibition
museum exhibition gallery
library book lend
church chapel temple mosque mass
religion religious faith kosher halal
vote election elected ballot poll
president mayor minister chancellor
police officer policeman sheriff
army soldier military
prison jail
war conflict battle
peace truce
history past former previously
future upcoming later
season spring summer autumn fall winter
spring summer autumn winter
temperature degrees celsius fahrenheit warm cold thermostat
minus negative below
rain umbrella wet
sun sunny sunshine
wind storm hurricane
earth ground soil
stone rock
sand beach
forest wood woods trees
field meadow farm
farm farmer barn
harvest crop
seed plant sow
fruit apple banana orange berry
vegetable potato tomato carrot onion
sugar sweet dessert cake
salt salty pepper spice
bread bakery roll bun
cake pastry birthday
soup stew
cheese dairy milk butter
egg eggs omelette
wine bottle alcohol
glass cup mug
plate dish bowl
knife fork spoon cutlery
lunch noon midday
hungry appetite starving
thirsty drink
cook chef kitchen
waiter waitress server
tip gratuity
recipe ingredients
supermarket groceries grocery
shop shopping purchases
queue line waiting
customer shopper
cashier checkout till
coin coins change
card credit debit visa mastercard
account balance statement
balance remaining funds account
transfer wire remit
deposit downpayment
interest rate
mortgage loan house
pension retirement retire retired
salary payroll wage wages
payroll wages salaries hours
bonus reward premium
raise increase promotion
promotion promoted career
contractor builder workman
carpenter joiner wood
plumber pipe leak
electrician wiring power
painter paint walls
gardener garden
cleaner cleaning
mechanic garage car
driver chauffeur
pilot captain
sailor ship boat
boat ship vessel ferry
harbour harbor port dock pier
anchor mooring berth
bridge tunnel
road street highway motorway route
route way path directions itinerary
map directions navigation
traffic congestion jam
petrol gas fuel diesel gasoline
electric ev charging
tyre tire wheel
brake brakes
engine motor
mileage kilometres miles odometer
service inspection maintenance checkup mot
maintenance servicing upkeep
accident crash collision
tow towing trailer hitch
insurance policy premium
licence permit plate
passenger passengers traveller
luggage suitcase baggage bag
ticket fare
platform track
departure departs leaves
arrival arrives lands
delay late delayed
border customs passport
embassy consulate visa
hotel reception check-in
check-in arrival
check-out departure
suite room double single
view balcony window
pool swimming swim
beach sea
tent camping camp
ski skiing snow
climb climbing mountain
hike hiking trail walk walking walks
walk walks walking stroll route
run running jog marathon
race competition contest
win won winner victory champion
lose lost defeat
team club
coach trainer
goal score
ball football soccer
chess board game
card cards
toy toys
doll teddy
school classroom
homework assignment
grade mark marks
exam test
lesson class
headmaster principal
kindergarten nursery daycare
baby infant newborn
pregnant pregnancy expecting
twin twins
adopt adoption
divorce separated divorced
widow widower
funeral burial
inherit inheritance will
neighbour next-door
landlord landlady owner tenant flat apartment rent
tenant renter lodger
flat apartment handover keys landlord
handover hand-over return give-back
furniture furnished
curtain blinds
carpet rug
mirror glass
lamp bulb light
socket plug outlet
heating heater boiler
roof attic
wall walls
fence gate
stairs steps staircase stairway
ramp wheelchair accessible
lift elevator
corridor hallway
balcony terrace
cupboard wardrobe closet
drawer chest
fridge freezer refrigerator cooler
oven stove cooker
dishwasher dishes
washing laundry
iron ironing
vacuum hoover
rubbish trash garbage waste bin
recycle recycling
battery charger
cable cord
screen monitor display
keyboard mouse
printer toner cartridge
scanner scan
headphones earphones headset
speaker loudspeaker
microphone mic
camera lens
photo photograph picture snapshot image
photograph photographer photos pictures
video film clip recording
record recording tape
radio broadcast
television tv channel
news headline
newspaper article
leaflet brochure flyer pamphlet
poster banner sign
logo emblem brand
slogan motto
advert commercial
blog post article
comment reply
forum community
member subscriber
donor donors donate donation sponsor
charity foundation nonprofit
volunteer volunteers helper
treasurer cashier finances accountant
accountant bookkeeper accounting
secretary assistant
chairman chairwoman chair board
board committee council
committee panel board
jury judge
witness testimony
evidence proof
crime theft stolen
steal stole stolen theft thief
burglar break-in burglary
alarm siren
`;
